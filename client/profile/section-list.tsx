import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Spinner } from '../ui/spinner.tsx'
import { useTranslate } from './messages.ts'

type LoadStateProps = { query: { data: unknown; isError: boolean }; failure: string }

/** Spinner while the data is loading, or its error. */
export function LoadState({ query: { data, isError }, failure }: LoadStateProps) {
  const t = useTranslate()
  if (data) return null
  return isError ? (
    <p role="alert" className="mt-4 text-danger">
      {failure}
    </p>
  ) : (
    <Spinner label={t('loading')} className="mt-4" />
  )
}

type EmptyProps = { text: string; link: string; to: string }

export function EmptySection({ text, link, to }: EmptyProps) {
  return (
    <div className="card mt-4 p-8 text-center">
      <p className="text-muted">{text}</p>
      <p className="mt-4">
        <Link to={to} className="button button-quiet">
          {link}
        </Link>
      </p>
    </div>
  )
}

export type SectionListProps<Item> = {
  list: {
    data: { pages: { results: Item[] }[] } | undefined
    isError: boolean
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
    refetch: () => unknown
  }
  empty: EmptyProps
  gap: 'gap-3' | 'gap-4'
  renderRow: (item: Item) => ReactNode
}

/** List with a "load more" button. Removes duplicates of items that moved to the next page between two requests. */
export function SectionList<Item extends { id: number }>({ list, empty, gap, renderRow }: SectionListProps<Item>) {
  const t = useTranslate()
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = list
  const failed = isError && (
    <p role="alert" className="mt-4">
      <span className="text-danger">{t('common.load_failed')}</span>{' '}
      {!data && (
        <button type="button" className="button button-quiet ml-2" onClick={() => void refetch()}>
          {t('failed.retry')}
        </button>
      )}
    </p>
  )
  if (!data) return failed || <Spinner label={t('loading')} className="mt-4" />
  const items = new Map(data.pages.flatMap(({ results }) => results).map((item) => [item.id, item]))
  if (items.size === 0) return <EmptySection {...empty} />
  return (
    <>
      <ul className={`mt-4 grid ${gap}`}>{[...items.values()].map(renderRow)}</ul>
      {failed}
      {hasNextPage && (
        <p className="mt-6 text-center">
          <button type="button" className="button" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage && <Spinner />}
            <span>{t(isFetchingNextPage ? 'common.loading' : 'common.load_more')}</span>
          </button>
        </p>
      )}
    </>
  )
}
