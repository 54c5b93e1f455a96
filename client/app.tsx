import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useDeferredValue, useEffect } from 'react'
import { Navigate, NavigationType, Route, Routes, useLocation, useNavigationType } from 'react-router-dom'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import type { Words } from '#shared/words.ts'
import { ApiProblem } from './api.ts'
import { Speaking } from './i18n.tsx'
import { FailedPage, PageBoundary } from './layout/failed.tsx'
import { NotFoundPage } from './layout/not-found.tsx'
import { Shell } from './layout/shell.tsx'
import { routes } from './routes.tsx'
import { SiteContext } from './site.ts'
import type { Site } from './site.ts'

/** Data of the server's page counts as fresh for this long, in ms: nothing is fetched twice as a page opens. */
const fresh = 60_000

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: fresh,
        refetchOnWindowFocus: false,
        retry: (failures, error) => !(error instanceof ApiProblem && error.status < 500) && failures < 2,
      },
    },
  })
}

/** How the server's page came out, so that the browser draws the same. */
export type Outcome = 'page' | 'not_found' | 'failed'
export type AppProps = { client: QueryClient; site: Site; language: { locale: Locale; words: Words }; outcome: Outcome }

/** A page that was gone to begins at its top; going back is left to the browser. */
function TopOfPage() {
  const isBack = useNavigationType() === NavigationType.Pop
  useEffect(() => {
    if (!isBack) globalThis.scrollTo(0, 0)
  }, [isBack])
  return null
}

function Pages({ outcome }: { outcome: Outcome }) {
  const location = useLocation()
  const shown = useDeferredValue(location)
  const isFirst = shown.key === 'default'
  if (isFirst && outcome === 'not_found') return <NotFoundPage />
  if (isFirst && outcome === 'failed') return <FailedPage retry={() => globalThis.location.reload()} />
  return (
    <PageBoundary key={shown.pathname}>
      <TopOfPage />
      <Suspense>
        <Routes location={shown}>
          {routes.map(({ path, Page }) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route path={paths.home} element={<Navigate to={paths.library} replace />} />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </PageBoundary>
  )
}

/** Everything inside the body, the same on the server and in the browser. */
export function App({ client, site, language, outcome }: AppProps) {
  return (
    <QueryClientProvider client={client}>
      <SiteContext value={site}>
        <Speaking language={language}>
          <Shell>
            <Pages outcome={outcome} />
          </Shell>
        </Speaking>
      </SiteContext>
    </QueryClientProvider>
  )
}
