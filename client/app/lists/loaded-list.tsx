import type { ReactNode } from 'react'
import { Spinner } from '../../ui/spinner.tsx'
import { useTranslate } from '../i18n.tsx'

export type LoadedListProps<Item> = {
  list: {
    data: { pages: { results: Item[] }[] } | undefined
    isError: boolean
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
    refetch: () => unknown
  }
  /** Label while the first page is loading. */
  loading?: string
  empty: ReactNode
  className: string
  renderItem: (item: Item, index: number) => ReactNode
}

/** List with a "load more" button. Removes duplicates of items that moved to the next page between two requests. */
export function LoadedList<Item extends { id: number }>({ list, loading, ...props }: LoadedListProps<Item>) {
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
  if (!data) return failed || <Spinner label={loading ?? t('common.loading')} className="mt-4" />
  const items = [...new Map(data.pages.flatMap(({ results }) => results).map((item) => [item.id, item])).values()]
  return (
    <>
      {items.length > 0 ? <ul className={props.className}>{items.map(props.renderItem)}</ul> : props.empty}
      {failed}
      {hasNextPage && (
        <p className="mt-6 text-center">
          <button
            type="button"
            className="button needs-script"
            disabled={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {isFetchingNextPage && <Spinner />}
            <span>{t(isFetchingNextPage ? 'common.loading' : 'common.load_more')}</span>
          </button>
        </p>
      )}
    </>
  )
}
