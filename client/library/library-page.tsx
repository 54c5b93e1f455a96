import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { LibraryQuery } from '#shared/library/schema.ts'
import type { CategoryCard } from '#shared/library/schema.ts'
import { paths, withQuery } from '#shared/paths.ts'
import { readQuery } from '#shared/query-params.ts'
import { Link } from '../app/link.tsx'
import { CountedTabs } from '../app/lists/counted-tabs.tsx'
import { functionalGroupsQuery } from '../app/functional-groups.queries.ts'
import { breadcrumbList, Head } from '../app/head.tsx'
import { useLocale } from '../app/i18n.tsx'
import { island } from '../app/island.tsx'
import { usePageQuery } from '../app/page-query.ts'
import type { Loader } from '../app/page-module.ts'
import { useSite } from '../app/site.ts'
import { CategoryGrid } from './category-grid.tsx'
import { FreeToggle, useFreeFilter } from './free-toggle.tsx'
import { categoryCardsQuery, startHereQuery, useCaseSearchQuery } from './library.queries.ts'
import { useTranslate } from './messages.ts'
import { StartHere } from './start-here.tsx'
import { useRecentPrompts } from './use-recent-prompts.ts'
import { UseCaseSearch } from './use-case-search.tsx'

const RecentPrompts = island(async () => (await import('./recent-prompts.tsx')).RecentPrompts)

export const load: Loader = ({ search, query }) => {
  const { q, free } = readQuery(LibraryQuery, search)
  return Promise.all([
    query(categoryCardsQuery(free === '1')),
    query(functionalGroupsQuery),
    query(startHereQuery).catch(() => null),
    q && query(useCaseSearchQuery(q, free === '1')),
  ])
}

type Group = { slug: string; name: string }
type GroupTabsProps = { groups: Group[]; categories: CategoryCard[]; current: string | null; free: boolean }

function GroupTabs({ groups, categories, current, free }: GroupTabsProps) {
  const t = useTranslate()
  const locale = useLocale()
  const sorted = useMemo(() => {
    const { compare } = new Intl.Collator(locale)
    return groups.toSorted((one, other) => compare(one.name, other.name))
  }, [groups, locale])
  const tabs = [{ slug: '', name: t('library.all') }, ...sorted].map(({ slug, name }) => ({
    slug,
    name,
    count: categories.filter(({ functional }) => slug === '' || functional.slug === slug).length,
    to: withQuery(paths.library, { group: slug, free: free ? '1' : '' }),
  }))
  return (
    <CountedTabs
      label={t('library.groups')}
      tabs={tabs}
      current={current ?? ''}
      countText={(count) => t('library.category_count', { count })}
    />
  )
}

export function LibraryPage() {
  const t = useTranslate()
  const site = useSite()
  const { q = '', group: requestedGroup } = usePageQuery(LibraryQuery)
  const free = useFreeFilter()
  const recent = useRecentPrompts()
  const { data: categories } = useSuspenseQuery(categoryCardsQuery(free))
  const { data: groups } = useSuspenseQuery(functionalGroupsQuery)
  const group = groups.find(({ slug }) => slug === requestedGroup)?.slug ?? null
  const visibleCategories = categories.filter(({ functional }) => group === null || functional.slug === group)
  return (
    <main className="frame py-8">
      <Head
        title={t('common.library')}
        description={t('library.description')}
        jsonLd={[breadcrumbList(site, [{ name: t('common.library'), path: paths.library }])]}
      />
      <h1 className="text-3xl font-bold">{t('common.library')}</h1>
      <p className="mt-2 max-w-4xl text-pretty text-muted">{t('library.description')}</p>
      <p className="mt-2">
        <Link to={paths.pipelines}>{t('library.pipelines')}</Link>
      </p>
      <div className="mt-6 grid gap-3 md:grid-cols-[1fr_auto]">
        <UseCaseSearch free={free} otherParams={{ group: group ?? '', free: free ? '1' : '' }} />
        <FreeToggle otherParams={{ group: group ?? '', q }} />
      </div>
      <div className="recent">{recent !== null && <RecentPrompts stored={recent} />}</div>
      <StartHere free={free} />
      <GroupTabs groups={groups} categories={categories} current={group} free={free} />
      <h2 className="sr-only">{t('library.categories')}</h2>
      <CategoryGrid categories={visibleCategories} free={free} />
    </main>
  )
}
