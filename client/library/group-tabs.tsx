import { useEffect, useMemo, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { CategoryCard } from '#shared/library/schema.ts'
import { paths } from '#shared/paths.ts'
import { useLocale, useNumberFormat } from '../app/i18n.tsx'
import { useTranslate } from './messages.ts'

type Group = { slug: string; name: string }
type GroupTabsProps = { groups: Group[]; categories: CategoryCard[]; current: string | null; free: boolean }

export function GroupTabs({ groups, categories, current, free }: GroupTabsProps) {
  const t = useTranslate()
  const formatCount = useNumberFormat()
  const locale = useLocale()
  const row = useRef<HTMLUListElement>(null)
  const sorted = useMemo(() => {
    const { compare } = new Intl.Collator(locale)
    return groups.toSorted((one, other) => compare(one.name, other.name))
  }, [groups, locale])
  useEffect(() => {
    if (current === null) return
    const tab = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (tab && row.current) row.current.scrollLeft = tab.offsetLeft - 16
  }, [current])
  const address = (group: string | null) => {
    const query = new URLSearchParams({ ...(group && { group }), ...(free && { free: '1' }) }).toString()
    return query ? `${paths.library}?${query}` : paths.library
  }
  const countOf = (group: string | null) =>
    categories.filter(({ functional }) => group === null || functional.slug === group).length
  return (
    <nav aria-label={t('library.groups')} className="mt-6">
      <ul
        ref={row}
        className="relative -mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0"
      >
        {[{ slug: null, name: t('library.all') }, ...sorted].map(({ slug, name }) => (
          <li key={slug} className="shrink-0">
            <Link to={address(slug)} className="tab gap-1.5" aria-current={slug === current ? 'true' : undefined}>
              <bdi>{name}</bdi>
              <span aria-hidden="true" className="text-sm font-normal text-muted">
                {formatCount(countOf(slug))}
              </span>
              <span className="sr-only">{t('library.category_count', { count: countOf(slug) })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
