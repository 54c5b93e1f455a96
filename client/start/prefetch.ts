import { QueryClient } from '@tanstack/react-query'
import type { Locale } from '#shared/locale.ts'
import type { PageAnswers } from '#shared/site/page-answers.ts'
import type { Site } from '#shared/site/schema.ts'
import { sitePaths } from '#shared/site/paths.ts'
import { connectApi, fetchFrom, isSuccess } from '../app/api.ts'
import type { ApiResponse } from '../app/api.ts'
import type { PageModule } from '../app/page-module.ts'
import { currentAccountId } from '../app/session/session.ts'
import { setPageLoader } from '../app/site-router.tsx'

const messageFiles = import.meta.glob<object>([
  '../{blog,forum,forum/new-thread,forum/thread,landing,library,notifications,pipelines,saved,subscription,users}/messages.*.ts',
])
const foldersOf: Record<string, string[]> = {
  collections: ['library', 'saved'],
  library: ['library', 'saved'],
  pipelines: ['pipelines', 'library', 'saved'],
  'new-thread-page': ['forum/new-thread'],
  'thread-page': ['forum/thread'],
}

/** Folders of the messages that a page shows, beside those of every page. */
export function messageFoldersOf(file: string): string[] {
  const [, folder = '', page = ''] = /^\.\.\/(\w+)\/([\w-]+)\.tsx$/.exec(file) ?? []
  return foldersOf[page] ?? foldersOf[folder] ?? [folder]
}

type Route = { file: string; importModule: () => Promise<unknown>; fetchModule: () => Promise<PageModule> }
type FoundPage = { route: Route; params: Record<string, string> }
export type PrefetchOptions = {
  client: QueryClient
  locale: Locale
  site: Site
  findRoute: (pathname: string) => FoundPage | null
}

/** Imports script and messages of a page at once. An import that fails does not reload this page. */
async function importPage({ file, importModule, fetchModule }: Route, locale: Locale): Promise<PageModule> {
  const messages = messageFoldersOf(file).map((folder) => messageFiles[`../${folder}/messages.${locale}.ts`]?.())
  await Promise.all([importModule(), ...messages])
  return fetchModule()
}

const unanswered: ApiResponse = { status: 503, body: null }

/** Runs the page's loader on the answers, and stores the data that `client` does not have yet. */
async function addAnswers(
  { client, locale, site }: PrefetchOptions,
  { params, search, load }: { params: Record<string, string>; search: URLSearchParams } & Pick<PageModule, 'load'>,
  answers: PageAnswers['answers'],
) {
  const responses = new Map(answers.map(({ path, ...response }) => [path, response]))
  const staging = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  connectApi(staging, (path) => Promise.resolve(responses.get(path) ?? unanswered))
  const query = staging.fetchQuery.bind(staging)
  // The page itself requests data that the answers lack, and shows its own errors.
  await Promise.resolve(load?.({ params, search, locale, site, client: staging, query })).catch(() => {})
  for (const { queryKey, state } of staging.getQueryCache().getAll())
    if (state.status === 'success' && client.getQueryData(queryKey) === undefined)
      client.setQueryData(queryKey, state.data)
  staging.clear()
}

async function loadPage(path: string, options: PrefetchOptions): Promise<void> {
  const { client, locale, findRoute } = options
  const { pathname, searchParams: search } = new URL(path, location.origin)
  const found = findRoute(pathname)
  if (!found) return
  const account = currentAccountId()
  const [{ load }, { status, body }] = await Promise.all([
    importPage(found.route, locale),
    fetchFrom(client, sitePaths.api.pageAnswers(path), { isBackground: true }),
  ])
  if (!isSuccess(status) || account !== currentAccountId()) throw new Error('There are no answers for this page.')
  await addAnswers(options, { params: found.params, search, load }, (body as PageAnswers).answers)
}

const freshMs = 60_000
/** Time for which the query client stores data that no page shows. */
const storedMs = 300_000

/** Loads pages at most once while their data is fresh. */
export function createPrefetch(options: PrefetchOptions) {
  type Load = { began_at: number; account: string | null; done: Promise<void> }
  const loads = new Map<string, Load>()
  const add = (path: string, done: Promise<void>) => {
    loads.set(path, { began_at: performance.now(), account: currentAccountId(), done })
    return done
  }
  function load(path: string, maxAgeMs: number): Promise<void> {
    const known = loads.get(path)
    const isKnown = known?.account === currentAccountId() && performance.now() - known.began_at < maxAgeMs
    return isKnown
      ? known.done
      : add(
          path,
          loadPage(path, options).catch(() => void loads.delete(path)),
        )
  }

  let next: string | null = null
  let isRunning = false
  /** Loads one page at a time. Of those that wait, the last one replaces the others. */
  async function prefetch(path: string): Promise<void> {
    next = path
    if (isRunning) return
    isRunning = true
    while (next !== null) {
      const current: string = next
      next = null
      // oxlint-disable-next-line no-await-in-loop -- one at a time
      await load(current, freshMs)
    }
    isRunning = false
  }
  return {
    prefetch,
    /** Resolves when the page can open. A page with stored data opens at once. */
    open: (path: string) => load(path, storedMs),
    addOpened: (path: string) => void add(path, Promise.resolve()),
  }
}

/** Path of the page that a link opens. Null for other links and for those of the current page. */
function linkedPage(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.target || link.origin !== location.origin || link.pathname === location.pathname) return null
  return link.pathname + link.search
}

type Connection = { saveData?: boolean; effectiveType?: string }
function savesData(): boolean {
  const { saveData = false, effectiveType = '' } = (navigator as { connection?: Connection }).connection ?? {}
  return saveData || effectiveType.endsWith('2g')
}

const dwellMs = 65

/** Prefetches the page of a link that is pointed at, focused or touched. Navigations wait for their page. */
export function startPrefetch(options: PrefetchOptions): () => void {
  const { prefetch, open, addOpened } = createPrefetch(options)
  addOpened(location.pathname + location.search)
  setPageLoader(open)
  let dwell: ReturnType<typeof setTimeout> | undefined
  const onPoint = ({ target, type }: Event) => {
    clearTimeout(dwell)
    const path = linkedPage(target)
    if (path === null || savesData()) return
    if (type === 'touchstart') void prefetch(path)
    else dwell = setTimeout(() => void prefetch(path), dwellMs)
  }
  const listening = new AbortController()
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    addEventListener(type, onPoint, { passive: true, signal: listening.signal })
  return () => {
    listening.abort()
    setPageLoader(undefined)
  }
}
