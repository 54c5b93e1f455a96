import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Plus, Rss } from 'lucide-react'
import { Suspense } from 'react'
import { ForumQuery } from '#shared/forum/schema.ts'
import type { Section } from '#shared/forum/schema.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { withQuery } from '#shared/paths.ts'
import { readQuery } from '#shared/query-params.ts'
import { Link } from '../app/link.tsx'
import { CountedTabs } from '../app/lists/counted-tabs.tsx'
import { breadcrumbList, Head } from '../app/head.tsx'
import { useLocale } from '../app/i18n.tsx'
import type { Loader } from '../app/page-module.ts'
import { useSite } from '../app/site.ts'
import { isSignedIn } from '../app/session/viewer.ts'
import { useLoginPrompt } from '../dialogs/dialog-provider.tsx'
import { usePageKeys } from '../dialogs/use-page-keys.ts'
import { FoundComments } from './found-comments.tsx'
import { commentSearchOf, foundCommentsQuery, sectionsQuery, threadListQuery } from './forum.queries.ts'
import type { ForumFilters as Filters } from './forum.queries.ts'
import { useTranslate } from './messages.ts'
import { useStoredLanguages } from './language-switch.tsx'
import { ThreadFilters, useThreadFilters } from './thread-filters.tsx'
import { ThreadList } from './thread-list.tsx'
import { ShortcutsButton, currentElement, focusNeighbour } from './shortcuts-action.tsx'

export const load: Loader = ({ search, client, query }) => {
  const { in: target, ...filters } = readQuery(ForumQuery, search)
  const commentSearch = commentSearchOf({ in: target, ...filters })
  const found = commentSearch
    ? client.fetchInfiniteQuery(foundCommentsQuery(commentSearch))
    : client.fetchInfiniteQuery(threadListQuery(filters))
  return Promise.all([query(sectionsQuery(filters.languages)), found])
}

function NewThreadLink({ section }: { section: string | undefined }) {
  const t = useTranslate()
  const promptLogin = useLoginPrompt()
  const address = withQuery(forumPaths.newThread, { section })
  return (
    <Link
      to={address}
      className="button"
      onClick={(event) => {
        if (isSignedIn() || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        promptLogin(t('forum.log_in'), address)
      }}
    >
      <Plus className="size-5" aria-hidden="true" />
      {t('forum.new')}
    </Link>
  )
}

/** Canonical address. The first page has no previous page, and its address has no cursor. */
function useAddress({ cursor, in: target, ...filters }: Filters) {
  const enabled = commentSearchOf({ in: target, ...filters }) === null
  const { data } = useInfiniteQuery({ ...threadListQuery({ ...filters, cursor }), enabled })
  const [page] = data?.pages ?? []
  const isEmpty = page?.results.length === 0
  return {
    address: forumPaths.forum({ ...filters, cursor: page?.previous === null ? undefined : cursor }),
    isToBeFound: !filters.q && !filters.languages && !(isEmpty && (filters.author ?? cursor)),
  }
}

function SectionTabs({ sections, filters }: { sections: Section[]; filters: Filters }) {
  const t = useTranslate()
  const all = {
    slug: '',
    name: t('forum.all'),
    thread_count: sections.reduce((sum, section) => sum + section.thread_count, 0),
  }
  const tabs = [all, ...sections].map(({ slug, name, thread_count }) => ({
    slug,
    name,
    ...(thread_count > 0 && { count: thread_count }),
    to: forumPaths.forum({ section: slug, order: filters.order, languages: filters.languages }),
  }))
  return (
    <CountedTabs
      label={t('forum.sections')}
      tabs={tabs}
      current={filters.section ?? ''}
      countText={(count) => t('forum.thread_count', { count })}
      className="side-tabs"
    />
  )
}

function SearchTabs({ filters: { cursor: _cursor, ...filters } }: { filters: Filters }) {
  const t = useTranslate()
  return (
    <nav aria-label={t('forum.search_in')}>
      <ul className="flex gap-5">
        {([undefined, 'comments'] as const).map((target) => (
          <li key={target ?? 'threads'}>
            <Link
              to={forumPaths.forum({ ...filters, in: target })}
              className="tab"
              aria-current={filters.in === target ? 'true' : undefined}
            >
              {t(target ? 'forum.in_comments' : 'forum.in_threads')}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Empty slots of the rows that load. */
function LoadingRows() {
  const t = useTranslate()
  return (
    <output className="loading-rows late">
      <span className="sr-only">{t('common.loading')}</span>
    </output>
  )
}

function ActiveFilters({ filters }: { filters: Filters }) {
  const t = useTranslate()
  const { q, author, section, order, languages } = filters
  if (!q && !author) return null
  return (
    <>
      <p className="mt-4 flex flex-wrap items-baseline gap-x-3">
        <span dir="auto">{q ? t('forum.results', { q }) : t('forum.by', { name: author ?? '' })}</span>
        <Link to={forumPaths.forum({ section, order, languages })}>{t('forum.show_all')}</Link>
      </p>
      {q && <SearchTabs filters={filters} />}
    </>
  )
}

function FilteredList({ filters, isPending }: { filters: Filters; isPending: boolean }) {
  const commentSearch = commentSearchOf(filters)
  if (commentSearch) return <FoundComments search={commentSearch} isPending={isPending} />
  const { in: _target, ...ofThreads } = filters
  return <ThreadList filters={ofThreads} isPending={isPending} />
}

export function ForumPage() {
  const t = useTranslate()
  const site = useSite()
  const locale = useLocale()
  useStoredLanguages()
  const filtering = useThreadFilters()
  const { filters } = filtering
  const { data: sections } = useSuspenseQuery(sectionsQuery(filters.languages))
  const section = sections.find(({ slug }) => slug === filters.section)
  const title = section?.name ?? t('forum.title')
  const { address, isToBeFound } = useAddress(filters)
  const rss = withQuery(forumPaths.rss, { lang: locale === 'en' ? undefined : locale, languages: filters.languages })
  const steps = [{ name: t('forum.title'), path: forumPaths.forum() }]
  if (section) steps.push({ name: section.name, path: forumPaths.forum({ section: section.slug }) })
  const sectionDescription = section && (section.description || t('forum.section_description', { name: section.name }))
  return (
    <main className="frame with-side min-h-dvh py-7">
      <Head
        title={title}
        description={sectionDescription ?? t('forum.description')}
        address={address}
        jsonLd={[breadcrumbList(site, steps)]}
      />
      {!isToBeFound && <meta name="robots" content="noindex" />}
      <link rel="alternate" type="application/rss+xml" title={t('forum.title')} href={rss} />
      <SectionTabs sections={sections} filters={filtering.chosen} />
      <div className="min-w-0">
        <div className="page-head">
          <h1 className="text-3xl font-bold" dir="auto">
            {title}
          </h1>
          <NewThreadLink section={section?.slug} />
          <p dir="auto">{section?.description ?? t('forum.description')}</p>
        </div>
        <ThreadFilters {...filtering} />
        <section aria-label={t(commentSearchOf(filters) ? 'forum.in_comments' : 'forum.threads')} className="flow-root">
          <ActiveFilters filters={filters} />
          <Suspense fallback={<LoadingRows />}>
            <FilteredList key={JSON.stringify(filters)} filters={filters} isPending={filtering.isPending} />
          </Suspense>
        </section>
        <div className="mt-8 flex flex-wrap items-center justify-between gap-3">
          <a href={rss} className="inline-flex min-h-11 items-center gap-2 text-sm text-muted hover:text-brand">
            <Rss className="size-4" aria-hidden="true" /> {t('forum.rss')}
          </a>
          <ListShortcuts />
        </div>
      </div>
    </main>
  )
}

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')]
const linkIn = (row: HTMLElement) => row.querySelector<HTMLElement>('.card-link') ?? row

function useListShortcuts(): void {
  usePageKeys((event) => {
    const { key, repeat } = event
    if (key === 'j') focusNeighbour(rows(), 1, linkIn)
    else if (key === 'k') focusNeighbour(rows(), -1, linkIn)
    else if (repeat) return
    else if (key === 'o') {
      const { current, isFocused } = currentElement(rows())
      if (current && isFocused) linkIn(current).click()
    } else return
    event.preventDefault()
  }, 'list')
}

function ListShortcuts() {
  const t = useTranslate()
  useListShortcuts()
  return <ShortcutsButton label={t('forum.keys')} />
}
