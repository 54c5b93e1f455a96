import { useSuspenseQueries } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { isLocked } from '#shared/library.ts'
import type { Category, CategoryCard } from '#shared/library.ts'
import { paths } from '#shared/paths.ts'
import { breadcrumbList, Head } from '../head.tsx'
import { useLocale, useSay } from '../i18n.tsx'
import type { Loader } from '../routes.tsx'
import { useSite } from '../site.ts'
import { Lock } from '../ui/lock.tsx'
import { Marked } from '../ui/marked.tsx'
import { useParam } from '../ui/use-param.ts'
import { useViewer } from '../viewer.ts'
import { FreeToggle, useFreeOnly } from './free-toggle.tsx'
import { ItemLink } from './item-link.tsx'
import { categoryCardsQuery, categoryQuery } from './library.queries.ts'
import { LanguageNote, LockedView } from './locked-view.tsx'
import { SearchBox } from './search-box.tsx'
import { SideList } from './side-list.tsx'
import { partPattern } from './sought.ts'
import { useLock } from './use-lock.ts'

export const load: Loader = ({ params, query }) =>
  Promise.all([query(categoryQuery(params.slug ?? '')), query(categoryCardsQuery(false))])

/** Counts that the category was opened; nothing waits for it. */
function useClick(slug: string) {
  useEffect(() => void navigator.sendBeacon(paths.api.categoryClick(slug)), [slug])
}

function UseCases({ category, free }: { category: Category; free: boolean }) {
  const say = useSay()
  const viewer = useViewer()
  const [search] = useSearchParams()
  const [typed, setTyped] = useState(search.get('q') ?? '')
  const id = useId()
  const sought = typed.trim().toLowerCase()
  const shown = category.use_cases.filter(
    (useCase) => (!free || useCase.required_tier === 0) && useCase.title.toLowerCase().includes(sought),
  )
  return (
    <section aria-labelledby={`${id}-title`} className="mt-6">
      <h2 id={`${id}-title`} className="text-xl font-bold">
        {say('category.use_cases')}
      </h2>
      <div className="mt-3 grid gap-3 lg:grid-cols-[1fr_auto]">
        <SearchBox
          typed={typed}
          onType={setTyped}
          placeholder={say('library.search')}
          keep={{ free: free ? '1' : '' }}
        />
        <FreeToggle keep={{ q: typed }} />
      </div>
      <output className="sr-only">{sought && say('library.matches', { count: shown.length })}</output>
      {shown.length === 0 && (
        <p className="mt-6 text-muted">{say(sought ? 'library.nothing_found' : 'library.no_use_cases')}</p>
      )}
      <ul className="mt-4 grid gap-3 sm:grid-cols-2">
        {shown.map((useCase) => (
          <li key={useCase.slug} className="card relative flex items-center justify-between gap-2">
            <ItemLink item={useCase} to={paths.libraryUseCase(useCase.slug)} className="card-link min-w-0 font-medium">
              <Marked text={useCase.title} pattern={partPattern(typed)} />
            </ItemLink>
            {isLocked(useCase, viewer.tier) && <Lock label={say('library.locked')} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function CategoryHeader({ category }: { category: CategoryCard }) {
  const say = useSay()
  const locale = useLocale()
  return (
    <>
      <Link to={paths.library} className="inline-flex min-h-11 items-center gap-1.5 text-brand">
        <ArrowLeft className="size-4" /> {say('library.back')}
      </Link>
      <h1 className="mt-1 text-3xl font-bold">{category.name}</h1>
      <p className="mt-2">
        <span className="chip">{category.functional.name}</span>
      </p>
      <p className="mt-2 max-w-prose text-muted">{category.description}</p>
      <LanguageNote item={category} locale={locale} />
      {category.warning_text && (
        <p role="note" className="mt-4 rounded-lg bg-warning p-3">
          <strong>{say('library.warning')}:</strong> {category.warning_text}
        </p>
      )}
    </>
  )
}

export function Page() {
  const say = useSay()
  const site = useSite()
  const slug = useParam('slug')
  const free = useFreeOnly()
  const query = categoryQuery(slug)
  const [{ data: opened }, { data: categories }] = useSuspenseQueries({ queries: [query, categoryCardsQuery(false)] })
  const lock = useLock(query, opened)
  useClick(slug)
  const category = opened.item
  const steps = [
    { name: say('library.title'), path: paths.library },
    { name: category.name, path: paths.category(slug) },
  ]
  return (
    <div className="frame grid gap-8 py-8 lg:grid-cols-[15rem_1fr]">
      <Head
        title={category.name}
        description={category.description || say('category.description', { name: category.name })}
        jsonLd={[breadcrumbList(site, steps)]}
      />
      <main className="min-w-0 lg:order-2">
        <CategoryHeader category={category} />
        {opened.locked ? (
          <LockedView title="locked.category" reason="auth.view_category" lock={lock} />
        ) : (
          <UseCases key={slug} category={opened.item} free={free} />
        )}
      </main>
      <SideList
        title={say('library.categories')}
        current={slug}
        items={categories.map((item) => ({ ...item, title: item.name, path: paths.category(item.slug) }))}
      />
    </div>
  )
}
