import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { ItemLink } from '../dialogs/item-link.tsx'
import { ItemLock } from '../search/item-lock.tsx'

type Item = { slug: string; title: string; path: string; required_tier: number }
type SideListProps = {
  title: string
  items: Item[]
  current?: string
  renderMark?: (item: Item) => ReactNode
}

export function SideList({ title, items, current, renderMark }: SideListProps) {
  const id = useId()
  const list = useRef<HTMLElement>(null)
  // Scrolls the list but not the page, which would move on a phone.
  useEffect(() => {
    const marked = list.current?.querySelector<HTMLElement>(`[data-slug="${current}"]`)
    if (marked && list.current) list.current.scrollTop = marked.offsetTop - list.current.clientHeight / 2
  }, [current])
  return (
    <nav
      ref={list}
      aria-labelledby={id}
      className="-mx-4 min-w-0 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto"
    >
      <h2 id={id} className="mb-2 px-4 text-sm font-bold text-muted">
        {title}
      </h2>
      <ul className="p-1">
        {items.map((item) => (
          <li key={item.slug}>
            <ItemLink
              data-slug={item.slug}
              item={item}
              to={item.path}
              className="side-link flex items-center gap-2"
              aria-current={item.slug === current ? 'page' : undefined}
            >
              <span className="min-w-0 flex-1" dir="auto">
                {item.title}
              </span>
              {renderMark?.(item)}
              <ItemLock item={item} />
            </ItemLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
