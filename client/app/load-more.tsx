import { useEffect, useRef, useState } from 'react'
import { Spinner } from '../ui/spinner.tsx'
import { useTranslate } from './i18n.tsx'

/** Once more of a list is here, the focus is on the first that came: the button that fetched it may be gone. */
export function useArrivals<List extends HTMLElement>(count: number) {
  const list = useRef<List>(null)
  const firstNew = useRef<number | null>(null)
  const [arrived, setArrived] = useState(0)
  useEffect(() => {
    const place = firstNew.current
    if (place === null || count <= place) return
    firstNew.current = null
    list.current?.children[place]?.querySelector('a')?.focus()
    setArrived(count - place)
  }, [count])
  return { list, arrived, expect: () => (firstNew.current = count) }
}

type LoadMoreProps = {
  /** Of the page that has what follows; null where there is nothing. */
  address: string | null
  /** What is said there. */
  end: string
  isLoading: boolean
  isFailed: boolean
  fetchMore: () => void
}

/** The way to the next page: a link, which without scripts leads there. */
export function LoadMore({ address, end, isLoading, isFailed, fetchMore }: LoadMoreProps) {
  const t = useTranslate()
  return (
    <div className="mt-8 text-center">
      {isFailed && (
        <p role="alert" className="mb-3 text-danger">
          {t('common.load_failed')}
        </p>
      )}
      {address === null ? (
        <p className="text-muted">{end}</p>
      ) : (
        <a
          href={address}
          rel="next"
          className="button"
          aria-disabled={isLoading}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            if (!isLoading) fetchMore()
          }}
        >
          {isLoading && <Spinner />}
          {t(isLoading ? 'common.loading' : 'common.load_more')}
        </a>
      )}
    </div>
  )
}
