import { useSuspenseQueries } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { breadcrumbList, Head } from '../head.tsx'
import { useSay } from '../i18n.tsx'
import { useKept } from '../kept.ts'
import type { Loader } from '../routes.tsx'
import { useSite } from '../site.ts'
import { CategoryGrid } from './category-grid.tsx'
import { FreeToggle, useFreeOnly } from './free-toggle.tsx'
import { GroupTabs } from './group-tabs.tsx'
import { categoryCardsQuery, functionalGroupsQuery, useCaseSearchQuery } from './library.queries.ts'
import { recentKey } from './recent.ts'
import { UseCaseSearch } from './use-case-search.tsx'

/** Fetched for those who have read a prompt before. */
const RecentPrompts = lazy(async () => ({ default: (await import('./recent-prompts.tsx')).RecentPrompts }))

export const load: Loader = ({ search, query }) => {
  const free = search.get('free') === '1'
  const q = search.get('q')?.trim()
  return Promise.all([
    query(categoryCardsQuery(free)),
    query(functionalGroupsQuery),
    q && query(useCaseSearchQuery(q, free)),
  ])
}

export function Page() {
  const say = useSay()
  const site = useSite()
  const [search] = useSearchParams()
  const free = useFreeOnly()
  const recent = useKept('local', recentKey)
  const [{ data: categories }, { data: groups }] = useSuspenseQueries({
    queries: [categoryCardsQuery(free), functionalGroupsQuery],
  })
  const group = groups.find(({ slug }) => slug === search.get('group'))?.slug ?? null
  const shown = categories.filter(({ functional }) => group === null || functional.slug === group)
  return (
    <main className="frame py-8">
      <Head
        title={say('library.title')}
        description={say('library.description')}
        jsonLd={[breadcrumbList(site, [{ name: say('library.title'), path: paths.library }])]}
      />
      <h1 className="text-3xl font-bold">{say('library.title')}</h1>
      <p className="mt-2 max-w-prose text-muted">{say('library.description')}</p>
      <div className="mt-6 grid gap-3 md:grid-cols-[1fr_auto]">
        <UseCaseSearch free={free} keep={{ group: group ?? '', free: free ? '1' : '' }} />
        <FreeToggle keep={{ group: group ?? '', q: search.get('q') ?? '' }} />
      </div>
      <GroupTabs groups={groups} current={group} free={free} />
      <h2 className="sr-only">{say('library.categories')}</h2>
      <CategoryGrid categories={shown} free={free} />
      <Suspense>{recent !== null && <RecentPrompts kept={recent} />}</Suspense>
    </main>
  )
}
