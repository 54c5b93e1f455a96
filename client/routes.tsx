import type { EnsureQueryDataOptions, QueryClient } from '@tanstack/react-query'
import { use } from 'react'
import type { ComponentType } from 'react'
import { matchPath } from 'react-router-dom'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'

export type LoaderContext = {
  params: Record<string, string>
  search: URLSearchParams
  locale: Locale
  client: QueryClient
  /** Fetches what a query needs, once, and answers it. */
  query: <Data>(
    options: Pick<EnsureQueryDataOptions<Data, Error, Data, string[]>, 'queryKey' | 'queryFn'>,
  ) => Promise<Data>
}
/** Fetches what a page shows, before the page is drawn on the server. */
export type Loader = (context: LoaderContext) => Promise<unknown>
type PageModule = { Page: ComponentType; load?: Loader }

const modules = {
  ...import.meta.glob<PageModule>('./*/*-page.tsx'),
  ...(import.meta.env.DEV && import.meta.glob<PageModule>('./dev/ui-gallery.tsx')),
}

/** A page in a file of its own, fetched when it is first opened. */
function page(path: string, file: string) {
  let loaded: PageModule | undefined
  let loading: Promise<PageModule> | undefined
  const fetchModule = () => {
    const find = modules[file]
    if (!find) throw new Error(`There is no page ${file}.`)
    return (loading ??= find().then((module) => (loaded = module)))
  }
  function Page() {
    const { Page: Found } = loaded ?? use(fetchModule())
    return <Found />
  }
  return { path, file, fetchModule, Page }
}

/** Where a page will be that is not built yet. */
const soon = (path: string) => page(path, './layout/soon-page.tsx')

/** Every page of the site by its address. */
export const routes = [
  page('/', './landing/landing-page.tsx'),
  page('/library', './library/library-page.tsx'),
  page('/library/category/:slug', './library/category-page.tsx'),
  page('/library/use-case/:slug', './library/use-case-page.tsx'),
  page('/library/prompt/:slug', './library/prompt-page.tsx'),
  page('/library/collection/:key', './library/collection-page.tsx'),
  page('/subscription', './subscription/subscription-page.tsx'),
  page('/terms-of-service', './legal/terms-page.tsx'),
  page('/privacy', './legal/privacy-page.tsx'),
  page('/too-many-requests', './layout/too-many-requests-page.tsx'),
  page(paths.login, './users/login-page.tsx'),
  page(paths.register, './users/register-page.tsx'),
  page(paths.forgotPassword, './users/forgot-password-page.tsx'),
  page(paths.resetPassword, './users/reset-password-page.tsx'),
  page(paths.confirmEmail, './users/confirm-email-page.tsx'),
  page(paths.google, './users/google-page.tsx'),
  page(paths.profile, './profile/profile-page.tsx'),
  ...['/blog', '/blog/:slug', '/forum', '/forum/thread/:meta_slug'].map(soon),
  // For developers: the build of production has neither the page nor its address.
  ...(import.meta.env.DEV ? [page('/dev/ui', './dev/ui-gallery.tsx')] : []),
]

export function findRoute(pathname: string) {
  for (const route of routes) {
    const match = matchPath(route.path, pathname)
    if (match) return { route, params: match.params as Record<string, string> }
  }
  return null
}
