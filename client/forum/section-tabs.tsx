import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { Section } from '#shared/forum/schema.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { useNumberFormat } from '../app/i18n.tsx'
import type { ThreadListFilters } from './forum.queries.ts'
import { useTranslate } from './messages.ts'

export function SectionTabs({ sections, filters }: { sections: Section[]; filters: ThreadListFilters }) {
  const t = useTranslate()
  const whole = useNumberFormat()
  const row = useRef<HTMLUListElement>(null)
  const current = filters.section
  useEffect(() => {
    const tab = current && row.current?.querySelector<HTMLElement>('[aria-current]')
    if (tab && row.current) row.current.scrollLeft = tab.offsetLeft - 16
  }, [current])
  const all = {
    slug: undefined,
    name: t('forum.all'),
    thread_count: sections.reduce((sum, section) => sum + section.thread_count, 0),
  }
  return (
    <nav aria-label={t('forum.sections')} className="mt-6">
      <ul
        ref={row}
        className="relative -mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0"
      >
        {[all, ...sections].map(({ slug, name, thread_count }) => (
          <li key={slug ?? ''} className="shrink-0">
            <Link
              to={forumPaths.forum({ section: slug, order: filters.order })}
              className="tab gap-1.5"
              aria-current={slug === current ? 'true' : undefined}
            >
              <bdi>{name}</bdi>
              <span aria-hidden="true" className="text-sm font-normal text-muted">
                {whole(thread_count)}
              </span>
              <span className="sr-only">{t('forum.thread_count', { count: thread_count })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
