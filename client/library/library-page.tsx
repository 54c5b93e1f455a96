import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { LibraryQuery } from '#shared/library/schema.ts'
import type { CategoryCard } from '#shared/library/schema.ts'
import { paths, withQuery } from '#shared/paths.ts'
import { readQuery } from '#shared/query-params.ts'
import { CountedTabs } from '../app/lists/counted-tabs.tsx'
import { functionalGroupsQuery } from '../app/functional-groups.queries.ts'
import { breadcrumbList, Head } from '../app/head.tsx'
import { useLocale } from '../app/i18n.tsx'
import { island } from '../app/island.tsx'
import { usePageQuery } from '../app/page-query.ts'
import type { Loader } from '../app/page-module.ts'
import { useSite } from '../app/site.ts'
import { GroupMark } from '../ui/group-mark.tsx'
import { CategoryList } from './category-list.tsx'
import { FreeToggle, useFreeFilter } from './free-toggle.tsx'
import {
  categoryCardsQuery,
  firstPipelinesQuery,
  popularQuery,
  startHereQuery,
  useCaseSearchQuery,
} from './library.queries.ts'
import { useTranslate } from './messages.ts'
import { PipelineLinks } from './pipeline-links.tsx'
import { PopularPrompts } from './popular-prompts.tsx'
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
    query(popularQuery).catch(() => null),
    query(firstPipelinesQuery).catch(() => null),
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
    mark: slug && <GroupMark slug={slug} />,
  }))
  return (
    <CountedTabs
      label={t('library.groups')}
      tabs={tabs}
      current={current ?? ''}
      countText={(count) => t('library.category_count', { count })}
      className="group-tabs"
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
    <main className="frame library-page">
      <Head
        title={t('common.library')}
        description={t('library.description')}
        jsonLd={[breadcrumbList(site, [{ name: t('common.library'), path: paths.library }])]}
      />
      <div className="library-head">
        <div>
          <h1>{t('common.library')}</h1>
          <p>{t('library.description')}</p>
        </div>
        <div className="sentence">
          <span>{t('library.sentence')}</span>
          <UseCaseSearch free={free} otherParams={{ group: group ?? '', free: free ? '1' : '' }} />
        </div>
        <FreeToggle otherParams={{ group: group ?? '', q }} />
      </div>
      <div className="recent">{recent !== null && <RecentPrompts stored={recent} />}</div>
      <div className="library-band">
        <PopularPrompts />
        <PipelineLinks free={free} />
      </div>
      <StartHere free={free} />
      <GroupTabs groups={groups} categories={categories} current={group} free={free} />
      <CategoryList categories={visibleCategories} free={free} />
    </main>
  )
}
