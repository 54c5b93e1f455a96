import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Locale } from '#shared/locale.ts'
import type { Site as SiteFacts } from '#shared/site/schema.ts'
import { isResponseLost } from '../app/api.ts'
import { EarlyClicks } from './document/early-clicks.ts'
import { LocaleProvider } from '../app/i18n.tsx'
import { FeedSlot } from '../feed/feed-slot.tsx'
import { ScrollAndFocus } from '../layout/scroll-and-focus.tsx'
import { DialogProvider } from '../dialogs/dialog-provider.tsx'
import { FailedPage, PageBoundary } from '../layout/page-boundary.tsx'
import { NotFoundPage } from '../layout/not-found.tsx'
import { SearchProvider } from '../dialogs/search-provider.tsx'
import { Shell } from '../layout/shell.tsx'
import { Bell, findRoute, ResumeAction, SearchDialog } from './routes.tsx'
import { SiteContext } from '../app/site.ts'
import { TitleTransition } from '../layout/title-transition.tsx'
import { useViewer } from '../app/session/viewer.ts'
import { ParamsContext } from '../ui/use-param.ts'

const staleTimeMs = 60_000

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleTimeMs,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && isResponseLost(error),
      },
    },
  })
}

export type PageOutcome = 'page' | 'not_found' | 'failed'
export type AppProps = {
  client: QueryClient
  site: SiteFacts
  locale: Locale
  outcome: PageOutcome
}

function FoundPage({ outcome, isServers }: { outcome: PageOutcome; isServers: boolean }) {
  const { pathname } = useLocation()
  const { is_signed_in } = useViewer()
  const found = findRoute(pathname)
  // A page that a visitor may not see may exist for its author.
  const isMissing = isServers && outcome === 'not_found'
  const isPersonal = found?.route.isPersonal === true
  if (isMissing && !(is_signed_in && isPersonal)) return <NotFoundPage isForVisitors={isPersonal} />
  if (isServers && outcome === 'failed') return <FailedPage />
  const page = found ? (
    <ParamsContext value={found.params}>
      <found.route.Page />
    </ParamsContext>
  ) : (
    <NotFoundPage />
  )
  return (
    <PageBoundary key={pathname} isServers={isServers}>
      {isMissing ? (
        // Fills the viewport even if a shorter page follows.
        <div className="min-h-dvh">
          <Suspense fallback={<NotFoundPage isForVisitors />}>{page}</Suspense>
        </div>
      ) : (
        page
      )}
    </PageBoundary>
  )
}

function Pages({ outcome }: { outcome: PageOutcome }) {
  const { key } = useLocation()
  const [serversKey, setServersKey] = useState<string | null>(key)
  // The first page is rendered by the browser when the user returns to it.
  if (serversKey !== null && serversKey !== key) setServersKey(null)
  return (
    // Inside Suspense, a navigation can interrupt hydration.
    <Suspense>
      <FoundPage outcome={outcome} isServers={serversKey === key} />
      <ScrollAndFocus />
      <TitleTransition />
      <EarlyClicks />
    </Suspense>
  )
}

export function App({ client, site, locale, outcome }: AppProps) {
  return (
    <QueryClientProvider client={client}>
      <SiteContext value={site}>
        <LocaleProvider value={locale}>
          <DialogProvider resumeAction={<ResumeAction />}>
            <SearchProvider SearchDialog={SearchDialog}>
              <Shell notifications={<Bell />} feed={<FeedSlot />}>
                <Pages outcome={outcome} />
              </Shell>
            </SearchProvider>
          </DialogProvider>
        </LocaleProvider>
      </SiteContext>
    </QueryClientProvider>
  )
}
