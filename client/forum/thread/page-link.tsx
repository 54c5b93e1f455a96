import type { MouseEvent } from 'react'
import { useTranslate } from '../../app/i18n.tsx'
import { Spinner } from '../../ui/spinner.tsx'

/** True for a click that the browser handles, such as one that opens a new tab. */
const isForBrowser = (event: MouseEvent) => event.metaKey || event.ctrlKey || event.shiftKey

type PageLinkProps = {
  address: string
  rel?: string
  label: string
  isLoading: boolean
  isFailed: boolean
  onFetch: () => void
  className?: string
  keys?: string
}

/** Link to more items. With scripts it loads them in place; else it opens their page. */
export function PageLink({
  address,
  rel,
  label,
  isLoading,
  isFailed,
  onFetch,
  className = 'button',
  keys,
}: PageLinkProps) {
  const t = useTranslate()
  return (
    <>
      {isFailed && (
        <p role="alert" className="mb-2 text-danger">
          {t('common.load_failed')}
        </p>
      )}
      <a
        href={address}
        rel={rel}
        className={className}
        aria-disabled={isLoading}
        aria-keyshortcuts={keys}
        onClick={(event) => {
          if (isForBrowser(event)) return
          event.preventDefault()
          if (!isLoading) onFetch()
        }}
      >
        {isLoading && <Spinner />}
        {isLoading ? t('common.loading') : label}
      </a>
    </>
  )
}
