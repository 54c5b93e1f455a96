import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useDeferredValue } from 'react'
import { Route, Routes, useLocation } from 'react-router-dom'
import type { Location } from 'react-router-dom'
import type { Locale } from '#shared/locale.ts'
import type { Site as SiteFacts } from '#shared/site.ts'
import type { Words } from '#shared/words.ts'
import { ApiProblem } from './api.ts'
import { Speaking } from './i18n.tsx'
import { Arrival } from './layout/arrival.tsx'
import { Asking } from './layout/asking.tsx'
import { FailedPage, PageBoundary } from './layout/failed.tsx'
import { NotFoundPage } from './layout/not-found.tsx'
import { Searching } from './layout/searching.tsx'
import { Shell } from './layout/shell.tsx'
import { routes } from './routes.tsx'
import { SiteContext } from './site.ts'

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
export type AppProps = {
  client: QueryClient
  site: SiteFacts
  language: { locale: Locale; words: Words }
  outcome: Outcome
}

function Pages({ outcome, location }: { outcome: Outcome; location: Location }) {
  const isFirst = location.key === 'default'
  if (isFirst && outcome === 'not_found') return <NotFoundPage />
  if (isFirst && outcome === 'failed') return <FailedPage retry={() => globalThis.location.reload()} />
  return (
    <PageBoundary key={location.pathname}>
      <Routes location={location}>
        {routes.map(({ path, Page }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </PageBoundary>
  )
}

/** The page of the address; while the next one is on its way, the last one stays. */
function Site({ outcome }: { outcome: Outcome }) {
  const location = useLocation()
  const shown = useDeferredValue(location)
  return (
    <Shell isLoading={shown !== location}>
      <Suspense>
        <Pages outcome={outcome} location={shown} />
        <Arrival location={shown} />
      </Suspense>
    </Shell>
  )
}

/** Everything inside the body, the same on the server and in the browser. */
export function App({ client, site, language, outcome }: AppProps) {
  return (
    <QueryClientProvider client={client}>
      <SiteContext value={site}>
        <Speaking language={language}>
          <Asking>
            <Searching>
              <Site outcome={outcome} />
            </Searching>
          </Asking>
        </Speaking>
      </SiteContext>
    </QueryClientProvider>
  )
}
