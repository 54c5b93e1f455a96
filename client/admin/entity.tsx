import type { QueryKey } from '@tanstack/react-query'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type * as z from 'zod/mini'
import type { AuditKind } from '#shared/admin/audit.ts'
import { ApiProblem } from '../app/api.ts'
import type { Decoder } from '../app/api.ts'
import { Spinner } from '../ui/spinner.tsx'
import { itemWithEtagQuery } from './item-with-etag.ts'
import type { ItemWithEtag } from './item-with-etag.ts'
import { useTranslate } from './messages.ts'
import { useEditor } from './use-editor.ts'
import { flashState, useFlashMessage } from './use-flash-message.ts'

type Addresses = { list: string; item: (id: number | string) => string }

/** Configuration of the editor and lists of one kind of item. */
export type EntityConfig<Item extends { id: number }, Draft extends object> = {
  kind: AuditKind
  schema: Decoder<z.ZodMiniType<Item>>
  api: Addresses
  /** Paths in the admin area; a new item has the id `new`. */
  pages: Addresses
  keys: readonly QueryKey[]
  draftOf: (item: Item) => Draft
  /** Adds empty fields that are missing in a draft merged from two versions. */
  complete?: (draft: Draft) => Draft
}

type EntityOptions<Item, Draft> = {
  edited: ItemWithEtag<Item> | null
  empty: Draft
  outcomeOf?: (item: Item) => string
  textOf?: (outcome: string) => string
}

/** Editor of one item. A save refreshes the lists; after the save of a new item, the item's page opens. */
export function useEntityEditor<Item extends { id: number }, Draft extends object>(
  config: EntityConfig<Item, Draft>,
  { edited, empty, outcomeOf = () => 'saved', textOf = (text) => text }: EntityOptions<Item, Draft>,
) {
  const { schema, api, pages, keys, draftOf, complete } = config
  const client = useQueryClient()
  const navigate = useNavigate()
  const { notice, show } = useFlashMessage(textOf)
  const editor = useEditor({
    path: edited ? api.item(edited.item.id) : api.list,
    schema,
    edited,
    draftOf,
    complete,
    empty,
    onSaved: ({ item }) => {
      for (const queryKey of keys) void client.invalidateQueries({ queryKey })
      const outcome = outcomeOf(item)
      if (edited) show(textOf(outcome))
      else void navigate(pages.item(item.id), { replace: true, state: flashState(outcome) })
    },
  })
  return { ...editor, config, item: edited?.item, notice, show }
}

export type EntityEditorState<Item extends { id: number }, Draft extends object> = ReturnType<
  typeof useEntityEditor<Item, Draft>
>

type EntityPagesProps<Item extends { id: number }> = {
  config: Pick<EntityConfig<Item, never>, 'schema' | 'api' | 'pages'> & { isFixed?: boolean }
  /** Path segment after the list's path: empty, `new` or an id. */
  part: string
  texts?: { gone: string; failed?: string; back: string }
  list: ReactNode
} & (
  | { Editor: ComponentType<{ edited: ItemWithEtag<Item> | null }>; render?: never }
  | { Editor?: never; render: (edited: ItemWithEtag<Item> | null) => ReactNode }
)

function StoredEntity<Item extends { id: number }>(props: EntityPagesProps<Item>) {
  const { config, part, texts, Editor, render } = props
  const t = useTranslate()
  const { data, error } = useQuery(itemWithEtagQuery(config.api.item(part), config.schema))
  if (data) return Editor ? <Editor edited={data} /> : render(data)
  if (!error) return <Spinner label={t('common.loading')} />
  const isGone = error instanceof ApiProblem && [400, 404].includes(error.status)
  return (
    <div className="card grid gap-4 p-6">
      <p role="alert">
        {isGone ? (texts?.gone ?? t('entity.gone')) : (texts?.failed ?? texts?.gone ?? t('entity.not_loaded'))}
      </p>
      <p>
        <Link to={config.pages.list} className="button button-quiet">
          {texts?.back ?? t('entity.back')}
        </Link>
      </p>
    </div>
  )
}

export function EntityPages<Item extends { id: number }>(props: EntityPagesProps<Item>) {
  const { config, part, list, Editor, render } = props
  if (part === '') return list
  if (part !== 'new' || config.isFixed) return <StoredEntity key={part} {...props} />
  return <Fragment key="new">{Editor ? <Editor edited={null} /> : render(null)}</Fragment>
}
