import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Link } from '../link.tsx'
import { useNumberFormat } from '../i18n.tsx'

type CountedTabsProps = {
  label: string
  tabs: { slug: string; name: string; count?: number; to: string; mark?: ReactNode }[]
  current?: string | undefined
  countText?: (count: number) => string
  currentAs?: 'page' | 'true'
  className?: string
  /** True: a tab replaces the entry of the history. */
  replace?: boolean
}

/** Row of links, with counts if there are any. On narrow screens it scrolls to the current one. */
export function CountedTabs({ label, tabs, current, className = 'mt-6', replace, ...props }: CountedTabsProps) {
  const { countText, currentAs = 'true' } = props
  const format = useNumberFormat()
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const tab = current && row.current?.querySelector<HTMLElement>('[aria-current]')
    if (tab && row.current) row.current.scrollLeft = tab.offsetLeft - 16
  }, [current])
  return (
    <nav aria-label={label} className={className}>
      <ul ref={row} className="tab-row">
        {tabs.map(({ slug, name, count, to, mark }) => (
          <li key={slug}>
            <Link to={to} replace={replace} className="tab" aria-current={slug === current ? currentAs : undefined}>
              {mark}
              <bdi>{name}</bdi>
              {count !== undefined && (
                <>
                  <span aria-hidden="true" className="tab-count">
                    {format(count)}
                  </span>
                  <span className="sr-only">{countText?.(count)}</span>
                </>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
