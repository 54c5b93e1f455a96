import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { CategoryQuery } from '#shared/library/schema.ts'
import type { Category, CategoryCard } from '#shared/library/schema.ts'
import { paths } from '#shared/paths.ts'
import { containsTyped } from '#shared/typed-text.ts'
import { Link } from '../app/link.tsx'
import { sendBeacon } from '../app/beacon.ts'
import { breadcrumbList, Head } from '../app/head.tsx'
import { usePageQuery } from '../app/page-query.ts'
import type { Loader } from '../app/page-module.ts'
import { useSite } from '../app/site.ts'
import { Highlight } from '../app/lists/highlight.tsx'
import { useParam } from '../ui/use-param.ts'
import { FreeToggle, useFreeFilter } from './free-toggle.tsx'
import { ItemLink } from '../dialogs/item-link.tsx'
import { ItemLock } from '../search/item-lock.tsx'
import { categoryCardsQuery, categoryQuery } from './library.queries.ts'
import { LanguageNote } from './item-header.tsx'
import { LockedView } from './locked-view.tsx'
import { useTranslate } from './messages.ts'
import { SearchBox, titlePartPattern } from '../search/search-box.tsx'
import { SideList } from './side-list.tsx'
import { useLock } from './use-lock.ts'

export const load: Loader = ({ params, query }) =>
  Promise.all([query(categoryQuery(params.slug ?? '')), query(categoryCardsQuery(false))])

type CardProps = { useCase: Category['use_cases'][number]; free: boolean; pattern: RegExp | null }

function UseCaseCard({ useCase, free, pattern }: CardProps) {
  const t = useTranslate()
  return (
    <li className="card relative flex items-center justify-between gap-2">
      <div className="min-w-0">
        <ItemLink
          item={useCase}
          to={paths.libraryUseCase(useCase.slug, { free: free ? '1' : '' })}
          className="card-link text-lg leading-snug font-bold"
          dir="auto"
        >
          <Highlight text={useCase.title} pattern={pattern} />
        </ItemLink>
        <p className="text-sm text-muted">
          {t('library.prompt_count', { count: free ? useCase.free_prompt_count : useCase.prompt_count })}
        </p>
      </div>
      <ItemLock item={useCase} />
    </li>
  )
}

function UseCases({ category, free }: { category: Category; free: boolean }) {
  const t = useTranslate()
  const { q = '' } = usePageQuery(CategoryQuery)
  const [typed, setTyped] = useState(q)
  const id = useId()
  const query = typed.trim()
  const visibleUseCases = category.use_cases.filter(
    (useCase) => (!free || useCase.required_tier === 0) && containsTyped(useCase.title, query),
  )
  return (
    <section aria-labelledby={`${id}-title`} className="mt-6">
      <h2 id={`${id}-title`} className="text-xl font-bold">
        {t('category.use_cases')}
      </h2>
      <div className="mt-3 grid gap-3 lg:grid-cols-[1fr_auto]">
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
      <ul className="mt-4 grid gap-3 sm:grid-cols-2">
        {visibleUseCases.map((useCase) => (
          <UseCaseCard key={useCase.slug} useCase={useCase} free={free} pattern={titlePartPattern(typed)} />
        ))}
      </ul>
    </section>
  )
}

function CategoryHeader({ category }: { category: CategoryCard }) {
  const t = useTranslate()
  return (
    <>
      <Link to={paths.library} className="-mt-3 flex min-h-11 w-fit items-center gap-1.5 text-brand">
        <ArrowLeft className="size-4" /> {t('common.back')}
      </Link>
      <h1 className="mt-1 text-3xl font-bold" dir="auto">
        {category.name}
      </h1>
      <p className="mt-2">
        <span className="chip" dir="auto">
          {category.functional.name}
        </span>
      </p>
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
  const slug = useParam('slug')
  const free = useFreeFilter()
  const query = categoryQuery(slug)
  const { data: opened } = useSuspenseQuery(query)
  const { data: categories } = useSuspenseQuery(categoryCardsQuery(false))
  const lock = useLock(query, opened)
  useEffect(() => sendBeacon(paths.api.categoryClick(slug)), [slug])
  const category = opened.item
  const steps = [
    { name: t('common.library'), path: paths.library },
    { name: category.name, path: paths.category(slug) },
  ]
  return (
    <div className="frame grid gap-8 py-8 lg:has-[>nav]:grid-cols-[15rem_1fr]">
      <Head
        title={category.name}
        description={category.description || t('category.description', { name: category.name })}
        address={paths.category(category.slug)}
        jsonLd={[breadcrumbList(site, steps)]}
      />
      <main className="min-w-0 lg:order-2">
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
        items={categories.map((item) => ({ ...item, title: item.name, path: paths.category(item.slug) }))}
      />
    </div>
  )
}
