import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { hueOf } from '#shared/library/groups.ts'
import { CategoryQuery } from '#shared/library/schema.ts'
import type { Category, CategoryCard } from '#shared/library/schema.ts'
import { paths, withQuery } from '#shared/paths.ts'
import { readQuery } from '#shared/query-params.ts'
import { containsTyped } from '#shared/typed-text.ts'
import { Link } from '../app/link.tsx'
import { sendBeacon } from '../app/beacon.ts'
import { breadcrumbList, Head } from '../app/head.tsx'
import { useLocale, useNumberFormat } from '../app/i18n.tsx'
import { usePageQuery } from '../app/page-query.ts'
import type { Loader } from '../app/page-module.ts'
import { useSite } from '../app/site.ts'
import { CategoryIcon } from '../ui/category-icon.tsx'
import { GroupMark } from '../ui/group-mark.tsx'
import { Highlight } from '../app/lists/highlight.tsx'
import { useParam } from '../ui/use-param.ts'
import { FreeToggle, useFreeFilter } from './free-toggle.tsx'
import { ItemLink } from '../dialogs/item-link.tsx'
import { groupCards } from '../search/group-cards.ts'
import { ItemLock } from '../search/item-lock.tsx'
import { categoryCardsQuery, categoryPromptsQuery, categoryQuery, modelsQuery } from './library.queries.ts'
import { LanguageNote } from './item-header.tsx'
import { LockedView } from './locked-view.tsx'
import { useTranslate } from './messages.ts'
import { PromptCard } from './prompt-card.tsx'
import type { PromptRow } from './prompt-card.tsx'
import { SearchBox, titlePartPattern } from '../search/search-box.tsx'
import { SideList } from './side-list.tsx'
import { useLock } from './use-lock.ts'

export const load: Loader = ({ params, search, query }) => {
  const slug = params.slug ?? ''
  const { free } = readQuery(CategoryQuery, search)
  return Promise.all([
    query(categoryQuery(slug)),
    query(categoryCardsQuery(false)),
    // A locked category refuses its prompts.
    query(categoryPromptsQuery(slug, free === '1')).catch(() => null),
    query(modelsQuery).catch(() => null),
  ])
}

type UseCaseProps = {
  useCase: Category['use_cases'][number]
  prompts: PromptRow[]
  free: boolean
  pattern: RegExp | null
}

/** Use case with its newest prompts. */
function UseCaseSection({ useCase, prompts, free, pattern }: UseCaseProps) {
  const t = useTranslate()
  const to = paths.libraryUseCase(useCase.slug, { free: free ? '1' : '' })
  const count = free ? useCase.free_prompt_count : useCase.prompt_count
  return (
    <section className="use-case">
      <div className="row-head">
        <h3>
          <ItemLink item={useCase} to={to} className="quiet-link" dir="auto">
            <Highlight text={useCase.title} pattern={pattern} />
          </ItemLink>
        </h3>
        <ItemLock item={useCase} />
        {count > 0 && (
          <ItemLink item={useCase} to={to} className="quiet-link" tabIndex={-1}>
            {t('category.all', { count })}
          </ItemLink>
        )}
      </div>
      {count === 0 && <p className="text-muted">{t(free ? 'use_case.no_free_prompts' : 'use_case.no_prompts')}</p>}
      {prompts.length > 0 && (
        <ul className="rows">
          {prompts.map((prompt) => (
            <PromptCard key={prompt.slug} prompt={prompt} Heading="h4" />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Returns the first prompts of each use case. The switch to free prompts filters them before the answer is here. */
function usePrompts(slug: string, free: boolean) {
  const { data: useCases = [] } = useQuery(categoryPromptsQuery(slug, free))
  const { data: models = [] } = useQuery(modelsQuery)
  const modelsBySlug = new Map(models.map((model) => [model.slug, model]))
  return (useCase: string): PromptRow[] =>
    (useCases.find((one) => one.slug === useCase)?.prompts ?? [])
      .filter(({ required_tier }) => !free || required_tier === 0)
      .map((prompt) => ({
        ...prompt,
        models: prompt.models.map((model) => modelsBySlug.get(model) ?? { name: model }),
      }))
}

function UseCases({ category, free }: { category: Category; free: boolean }) {
  const t = useTranslate()
  const promptsOf = usePrompts(category.slug, free)
  const { q = '' } = usePageQuery(CategoryQuery)
  const [typed, setTyped] = useState(q)
  const query = typed.trim()
  const visibleUseCases = category.use_cases.filter(
    (useCase) => (!free || useCase.required_tier === 0) && containsTyped(useCase.title, query),
  )
  return (
    <>
      <h2 className="sr-only">{t('category.use_cases')}</h2>
      <div className="find">
        <SearchBox
          label={t('library.search')}
          typed={typed}
          onType={setTyped}
          placeholder={t('library.search')}
          otherParams={{ free: free ? '1' : '' }}
        />
        <FreeToggle otherParams={{ q: typed }} />
      </div>
      <output className="sr-only">{query && t('library.matches', { count: visibleUseCases.length })}</output>
      {visibleUseCases.length === 0 && (
        <p className="mt-6 text-muted">{t(query ? 'common.nothing_found' : 'library.no_use_cases')}</p>
      )}
      {visibleUseCases.map((useCase) => (
        <UseCaseSection
          key={useCase.slug}
          useCase={useCase}
          prompts={promptsOf(useCase.slug)}
          free={free}
          pattern={titlePartPattern(typed)}
        />
      ))}
    </>
  )
}

function CategoryHeader({ category }: { category: CategoryCard }) {
  const t = useTranslate()
  return (
    <>
      <p className="crumbs">
        <Link to={paths.library}>
          <ArrowLeft className="inline size-4 align-[-0.125em]" /> {t('common.back')}
        </Link>
        <Link to={withQuery(paths.library, { group: category.functional.slug })} className="group-name">
          <GroupMark slug={category.functional.slug} />
          <bdi>{category.functional.name}</bdi>
        </Link>
      </p>
      <div className="category-title">
        <CategoryIcon category={category} isLarge />
        <h1 className="text-3xl" dir="auto">
          {category.name}
        </h1>
      </div>
      <p className="mt-2 max-w-prose text-pretty text-muted" dir="auto">
        {category.description}
      </p>
      <LanguageNote item={category} />
      {category.warning_text && (
        <p role="note" className="mt-4 rounded-lg bg-warning p-3">
          <strong>{t('library.warning')}:</strong> <bdi>{category.warning_text}</bdi>
        </p>
      )}
    </>
  )
}

export function CategoryPage() {
  const t = useTranslate()
  const site = useSite()
  const format = useNumberFormat()
  const slug = useParam('slug')
  const free = useFreeFilter()
  const query = categoryQuery(slug)
  const { data: opened } = useSuspenseQuery(query)
  const { data: categories } = useSuspenseQuery(categoryCardsQuery(false))
  const lock = useLock(query, opened)
  useEffect(() => sendBeacon(paths.api.categoryClick(slug)), [slug])
  const category = opened.item
  const groups = groupCards(categories, useLocale())
  const isCurrent = (group: { slug: string }) => group.slug === category.functional.slug
  const steps = [
    { name: t('common.library'), path: paths.library },
    { name: category.name, path: paths.category(slug) },
  ]
  return (
    <div className="frame with-side-list" data-group={hueOf(category.functional.slug)}>
      <Head
        title={category.name}
        description={category.description || t('category.description', { name: category.name })}
        address={paths.category(category.slug)}
        jsonLd={[breadcrumbList(site, steps)]}
      />
      <main>
        <CategoryHeader category={category} />
        {opened.locked ? (
          <LockedView item={category} title={t('locked.category')} lock={lock} />
        ) : (
          <UseCases key={slug} category={opened.item} free={free} />
        )}
      </main>
      <SideList
        title={t('library.categories')}
        current={slug}
        sections={[...groups.filter(isCurrent), ...groups.filter((group) => !isCurrent(group))].map((group) => ({
          group,
          items: group.cards.map((item) => ({
            ...item,
            title: item.name,
            path: paths.category(item.slug),
            count: format(item.prompt_count),
          })),
        }))}
      />
    </div>
  )
}
