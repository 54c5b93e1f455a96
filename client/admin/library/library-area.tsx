import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useLocation } from 'react-router-dom'
import type { LibraryNoun } from '#shared/admin-paths.ts'
import { ApiProblem } from '../../app/api.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { ItemEditor } from './item-editor.tsx'
import { ItemList } from './item-list.tsx'
import { itemQuery } from './library.queries.ts'
import { useTranslate } from './messages.ts'
import { nouns, places } from './places.ts'
import { TransferPage } from './transfer.tsx'

function Parts({ current }: { current: string }) {
  const t = useTranslate()
  return (
    <nav aria-label={t('area.parts')} className="mb-6">
      <ul className="flex flex-wrap gap-2">
        {nouns.map((noun) => (
          <li key={noun}>
            <Link to={places.list(noun)} className="tab" aria-current={current === noun ? 'page' : undefined}>
              {t(`nouns.${noun}.all`)}
            </Link>
          </li>
        ))}
        <li>
          <Link to={places.transfer} className="tab" aria-current={current === 'import' ? 'page' : undefined}>
            {t('area.import')}
          </Link>
        </li>
      </ul>
    </nav>
  )
}

function StoredItem({ noun, id }: { noun: LibraryNoun; id: string }) {
  const t = useTranslate()
  const { data, error } = useQuery(itemQuery(noun, id))
  if (data) return <ItemEditor noun={noun} edited={data} />
  if (!error) return <Spinner label={t('common.loading')} />
  const isGone = error instanceof ApiProblem && [400, 404].includes(error.status)
  return (
    <div className="card grid gap-4 p-6">
      <p role="alert">{t(isGone ? 'item.gone' : 'item.failed')}</p>
      <p>
        <Link to={places.list(noun)} className="button button-quiet">
          {t(`nouns.${noun}.all`)}
        </Link>
      </p>
    </div>
  )
}

function Content({ noun, part }: { noun: LibraryNoun; part: string }) {
  if (part === '') return <ItemList key={noun} noun={noun} />
  const key = `${noun} ${part}`
  return part === 'new' ? (
    <ItemEditor key={key} noun={noun} edited={null} />
  ) : (
    <StoredItem key={key} noun={noun} id={part} />
  )
}

/** Each list and each item has an address of its own. */
export function LibraryArea() {
  const { pathname } = useLocation()
  const [first = '', part = ''] = pathname.slice(places.root.length + 1).split('/')
  const noun = nouns.find((one) => one === first)
  if (!noun && first !== 'import') return <Navigate to={places.list('prompts')} replace />
  return (
    <>
      <Parts current={first} />
      {noun ? <Content noun={noun} part={part} /> : <TransferPage />}
    </>
  )
}
