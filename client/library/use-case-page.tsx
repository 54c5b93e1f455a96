import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { UseCaseQuery } from '#shared/library/schema.ts'
import type { UseCase } from '#shared/library/schema.ts'
import { paths } from '#shared/paths.ts'
import { readQuery } from '#shared/query-params.ts'
import { Link } from '../app/link.tsx'
import { functionalGroupsQuery } from '../app/functional-groups.queries.ts'
import { breadcrumbList, Head } from '../app/head.tsx'
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

function Prompts({ useCase }: { useCase: UseCase }) {
  const t = useTranslate()
  const filtering = usePromptFilters()
  useFreeFilter()
  const { free: _free, cursor: _cursor, ...others } = filtering.chosen
  const { data: groups } = useSuspenseQuery(functionalGroupsQuery)
  const models = groups.find(({ slug }) => slug === useCase.category.functional.slug)?.models ?? []
  return (
    <section aria-label={t('use_case.prompts')}>
      <h2 className="sr-only">{t('use_case.prompts')}</h2>
      <div className="mt-5">
        <FreeToggle otherParams={others} />
      </div>
      <PromptFilters models={models} filtering={filtering} />
      <PromptList key={JSON.stringify(filtering.filters)} useCase={useCase} filtering={filtering} />
    </section>
  )
}

function Siblings({ useCase }: { useCase: UseCase }) {
  const t = useTranslate()
  const { free } = usePageQuery(UseCaseQuery)
  const query = categoryQuery(useCase.category.slug)
  const { data: category } = useSuspenseQuery(query)
  useLock(query, category)
  if (category.locked) return null
  const items = category.item.use_cases.map((item) => ({ ...item, path: paths.libraryUseCase(item.slug, { free }) }))
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
    { name: useCase.category.name, path: paths.category(useCase.category.slug) },
    { name: useCase.title, path: paths.libraryUseCase(useCase.slug) },
  ]
  return (
    <div className="frame grid gap-8 py-8 lg:has-[>nav]:grid-cols-[15rem_1fr]">
      <Head
        title={useCase.title}
        description={t('use_case.description', { title: useCase.title })}
        address={paths.libraryUseCase(useCase.slug, { cursor: isLater ? cursor : undefined })}
        jsonLd={[breadcrumbList(site, steps)]}
      />
      <main className="min-w-0 lg:order-2">
        <ItemHeader steps={steps} item={useCase}>
          <p className="mt-3">
            <Link to={paths.category(useCase.category.slug)} className="chip min-h-6 hover:text-brand" dir="auto">
              {useCase.category.name}
            </Link>
          </p>
        </ItemHeader>
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
