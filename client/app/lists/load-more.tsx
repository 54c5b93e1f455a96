import { useEffect, useRef, useState } from 'react'
import { Link } from '../link.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useTranslate } from '../i18n.tsx'

/** Focuses the first new item once `count` grows, since the button that loaded the item may be gone. */
export function useFocusFirstNew(count: number) {
  const list = useRef<HTMLUListElement>(null)
  const firstNew = useRef<number | null>(null)
  const [arrived, setArrived] = useState(0)
  useEffect(() => {
    const index = firstNew.current
    if (index === null || count <= index) return
    firstNew.current = null
    list.current?.children[index]?.querySelector('a')?.focus()
    setArrived(count - index)
  }, [count])
  return { list, arrived, expect: () => (firstNew.current = count) }
}

export function PreviousPageLinks({ previous, first }: { previous: string | null; first: string }) {
  const t = useTranslate()
  return (
    <p className="mt-5 flex flex-wrap gap-x-4">
      {previous && (
        <>
          <link rel="prev" href={previous} />
          <Link to={previous} rel="prev" className="inline-flex min-h-6 items-center text-brand underline">
            {t('common.previous_page')}
          </Link>
        </>
      )}
      <Link to={first} rel="first" className="inline-flex min-h-6 items-center text-brand underline">
        {t('common.first_page')}
      </Link>
    </p>
  )
}

type LoadMoreProps = {
  address: string | null
  end: string
  isLoading: boolean
  isFailed: boolean
  fetchMore: () => void
}

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
          <span>{t(isLoading ? 'common.loading' : 'common.load_more')}</span>
        </a>
      )}
    </div>
  )
}
