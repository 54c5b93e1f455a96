import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { hueOf } from '#shared/library/groups.ts'
import { UseCaseQuery } from '#shared/library/schema.ts'
import type { UseCase } from '#shared/library/schema.ts'
import { paths } from '#shared/paths.ts'
import { readQuery } from '#shared/query-params.ts'
import { functionalGroupsQuery } from '../app/functional-groups.queries.ts'
import { breadcrumbList, Head } from '../app/head.tsx'
import { useNumberFormat } from '../app/i18n.tsx'
import { usePageQuery } from '../app/page-query.ts'
import type { Loader } from '../app/page-module.ts'
import { useSite } from '../app/site.ts'
import { Spinner } from '../ui/spinner.tsx'
import { useParam } from '../ui/use-param.ts'
import { ItemHeader } from './item-header.tsx'
import { FreeToggle, useFreeFilter } from './free-toggle.tsx'
import { usePromptFilters, PromptFilters } from './prompt-filters.tsx'
import { categoryQuery, promptListQuery, useCaseQuery } from './library.queries.ts'
import { LockedView } from './locked-view.tsx'
import { useTranslate } from './messages.ts'
import { PromptList } from './prompt-list.tsx'
import { SideList } from './side-list.tsx'
import { useLock } from './use-lock.ts'

export const load: Loader = async ({ params, search, client, query }) => {
  const opened = await query(useCaseQuery(params.slug ?? ''))
  await Promise.all([
    query(categoryQuery(opened.item.category.slug)),
    !opened.locked && query(functionalGroupsQuery),
    !opened.locked && client.fetchInfiniteQuery(promptListQuery(opened.item.slug, readQuery(UseCaseQuery, search))),
  ])
}

/** Number of prompts from which the list has filters. */
const minFilteredPrompts = 12

/** Number of prompts in all and of free ones; null if the category is locked. */
function useCounts(useCase: UseCase) {
  const { data: category } = useSuspenseQuery(categoryQuery(useCase.category.slug))
  return (!category.locked && category.item.use_cases.find(({ slug }) => slug === useCase.slug)) || null
}

function Prompts({ useCase }: { useCase: UseCase }) {
  const t = useTranslate()
  const filtering = usePromptFilters()
  useFreeFilter()
  const { free: _free, cursor: _cursor, ...others } = filtering.chosen
  const counts = useCounts(useCase)
  const { data: groups } = useSuspenseQuery(functionalGroupsQuery)
  const models = groups.find(({ slug }) => slug === useCase.category.functional.slug)?.models ?? []
  const hasFilters = !counts || counts.prompt_count >= minFilteredPrompts || Object.values(others).some(Boolean)
  return (
    <section aria-label={t('use_case.prompts')}>
      <h2 className="sr-only">{t('use_case.prompts')}</h2>
      <div className="list-bar">
        <p className="text-muted">
          {counts && t('library.prompt_count', { count: counts.prompt_count })}
          {counts && counts.free_prompt_count > 0 && t('use_case.free_count', { count: counts.free_prompt_count })}
        </p>
        {hasFilters && <PromptFilters models={models} filtering={filtering} />}
        <FreeToggle otherParams={others} />
      </div>
      <PromptList key={JSON.stringify(filtering.filters)} useCase={useCase} filtering={filtering} />
    </section>
  )
}

function Siblings({ useCase }: { useCase: UseCase }) {
  const t = useTranslate()
  const format = useNumberFormat()
  const { free } = usePageQuery(UseCaseQuery)
  const query = categoryQuery(useCase.category.slug)
  const { data: category } = useSuspenseQuery(query)
  useLock(query, category)
  if (category.locked) return null
  const items = category.item.use_cases.map((item) => ({
    ...item,
    path: paths.libraryUseCase(item.slug, { free }),
    count: format(free ? item.free_prompt_count : item.prompt_count),
  }))
  return <SideList title={t('use_case.siblings')} current={useCase.slug} items={items} />
}

export function UseCasePage() {
  const t = useTranslate()
  const site = useSite()
  // Search engines index only the complete list in its default order.
  const pageQuery = usePageQuery(UseCaseQuery)
  const { cursor, ...filters } = pageQuery
  const isWhole = Object.values(filters).every((value) => value === undefined)
  const slug = useParam('slug')
  const list = useQueryClient().getQueryData(promptListQuery(slug, pageQuery).queryKey)
  // The first page has no previous page, and its canonical address has no cursor.
  const isLater = isWhole && list?.pages[0]?.previous !== null
  const query = useCaseQuery(slug)
  const { data: opened } = useSuspenseQuery(query)
  const lock = useLock(query, opened)
  const useCase = opened.item
  const steps = [
    { name: t('common.library'), path: paths.library },
    { ...useCase.category, path: paths.category(useCase.category.slug) },
    { name: useCase.title, path: paths.libraryUseCase(useCase.slug) },
  ]
  return (
    <div className="frame with-side" data-group={hueOf(useCase.category.functional.slug)}>
      <Head
        title={useCase.title}
        description={t('use_case.description', { title: useCase.title })}
        address={paths.libraryUseCase(useCase.slug, { cursor: isLater ? cursor : undefined })}
        jsonLd={[breadcrumbList(site, steps)]}
      />
      <main>
        <ItemHeader steps={steps} item={useCase} />
        {opened.locked ? (
          <LockedView item={useCase} title={t('locked.content')} lock={lock} />
        ) : (
          <Suspense fallback={<Spinner label={t('common.loading')} className="mt-6 min-h-dvh" />}>
            <Prompts useCase={useCase} />
          </Suspense>
        )}
      </main>
      <Siblings useCase={useCase} />
    </div>
  )
}
