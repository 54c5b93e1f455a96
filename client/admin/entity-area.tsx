import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from '../app/link.tsx'
import { ApiProblem } from '../app/api.ts'
import { Spinner } from '../ui/spinner.tsx'
import { EntityEditor } from './entity-editor.tsx'
import type { Entity } from './entity-editor.tsx'
import { EntityList } from './entity-list.tsx'
import { itemWithEtagQuery } from './item-with-etag.ts'
import { useTranslate } from './messages.ts'

type EntityAreaProps<Item extends { id: number }, Draft extends object, Row extends { id: number }> = {
  entity: Entity<Item, Draft, Row>
  /** Path segment after the list's path: empty, `new` or an id. */
  part: string
  /** Replaces the list that `entity.listing` describes. */
  list?: ReactNode
}

function StoredItem<Item extends { id: number }, Draft extends object, Row extends { id: number }>(
  props: EntityAreaProps<Item, Draft, Row>,
) {
  const { entity, part } = props
  const t = useTranslate()
  const { data, error } = useQuery(itemWithEtagQuery(entity.api.item(part), entity.schema))
  if (data) return <EntityEditor entity={entity} edited={data} />
  if (!error) return <Spinner label={t('common.loading')} />
  const isGone = error instanceof ApiProblem && [400, 404].includes(error.status)
  return (
    <div className="card grid gap-4 p-6">
      <p role="alert">{t(isGone ? 'entity.gone' : 'entity.not_loaded')}</p>
      <p>
        <Link to={entity.pages.list} className="button button-quiet">
          {t('entity.back')}
        </Link>
      </p>
    </div>
  )
}

/** Pages of one kind of item: its list, and an editor for each item and for a new one. */
export function EntityArea<Item extends { id: number }, Draft extends object, Row extends { id: number }>(
  props: EntityAreaProps<Item, Draft, Row>,
) {
  const { entity, part, list } = props
  const { listing, pages, keys } = entity
  if (part === '') return list ?? (listing && <EntityList {...{ listing, pages, keys }} />)
  if (part === 'new' && !entity.isFixed) return <EntityEditor key="new" entity={entity} edited={null} />
  return <StoredItem key={part} {...props} />
}
