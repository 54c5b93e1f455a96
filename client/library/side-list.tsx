import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { hueOf } from '#shared/library/groups.ts'
import { ItemLink } from '../dialogs/item-link.tsx'
import { ItemLock } from '../search/item-lock.tsx'
import { GroupMark } from '../ui/group-mark.tsx'

type Item = { slug: string; title: string; path: string; required_tier: number; count?: string | undefined }
type Section = { group: { slug: string; name: string } | null; items: Item[] }
type SideListProps = {
  title: string
  items?: Item[]
  /** Lists with the names of their groups, in place of one list. */
  sections?: Section[]
  current?: string
  renderMark?: (item: Item) => ReactNode
}

/** Links beside a page. The list scrolls to the current one. */
export function SideList({
  title,
  items = [],
  sections = [{ group: null, items }],
  current,
  renderMark,
}: SideListProps) {
  const id = useId()
  const list = useRef<HTMLElement>(null)
  // Scrolls the list but not the page, which would move on a phone.
  useEffect(() => {
    const marked = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (marked && list.current) list.current.scrollTop = marked.offsetTop - list.current.clientHeight / 2
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps -- the current item is found in the page
  }, [current])
  return (
    <nav ref={list} aria-labelledby={id} className="side-list">
      <h2 id={id} className={sections[0]?.group ? 'sr-only' : 'side-title'}>
        {title}
      </h2>
      {sections.map(({ group, items: links }) => (
        <section key={group?.slug ?? ''} data-group={group ? hueOf(group.slug) : undefined}>
          {group && (
            <h3>
              <GroupMark slug={group.slug} />
              <bdi>{group.name}</bdi>
            </h3>
          )}
          <ul>
            {links.map((item) => (
              <li key={item.slug}>
                <ItemLink
                  item={item}
                  to={item.path}
                  className="side-link"
                  aria-current={item.slug === current ? 'page' : undefined}
                >
                  <span dir="auto">{item.title}</span>
                  {renderMark?.(item)}
                  <ItemLock item={item} />
                  {item.count && <span className="count">{item.count}</span>}
                </ItemLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
