import './document/foreign-markup.ts'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { connectApi, NetworkProblem } from '../app/api.ts'
import { App, createQueryClient } from './app.tsx'
import { watchConnection, whenReachable } from '../app/connection.ts'
import { Document } from './document/document.tsx'
import { endEarlyClicks } from './document/early-clicks.ts'
import { pageChunkLoader } from '../app/fetch-chunk.ts'
import { addPageQueries, resetQueries } from '../app/reset-queries.ts'
import { loadMessages, setLocale } from '../app/i18n.tsx'
import type { PageData } from './document/document.tsx'
import { findRoute } from './routes.tsx'
import { SiteRouter } from '../app/site-router.tsx'
import { authorizedFetch, onSignInChange } from '../app/session/session.ts'
import { SiteRoot } from '../app/site-root.tsx'
import '../app/styles.css'

function dropLanguageParam() {
  const address = new URL(location.href)
  if (!address.searchParams.has('lang')) return
  address.searchParams.delete('lang')
  history.replaceState(history.state, '', address)
}

const text = document.getElementById('page-data')?.textContent ?? ''
const { site, locale, outcome, assets, queries } = JSON.parse(text) as PageData
setLocale(locale)
dropLanguageParam()

function throwNetworkProblem(error: Error): never {
  if (error.name === 'AbortError') throw error
  void whenReachable()
  throw new NetworkProblem(error.message)
}

const client = createQueryClient()
watchConnection()
connectApi(client, async (path, { signal, method = 'GET', body: sent, headers, isBackground, keepalive } = {}) => {
  const response = await authorizedFetch(path, {
    method,
    headers: {
      accept: 'application/json',
      'x-locale': locale,
      ...(sent && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(sent && { body: JSON.stringify(sent) }),
    ...(signal && { signal }),
    ...(keepalive && { keepalive }),
    ...(isBackground && { isBackground }),
  }).catch(throwNetworkProblem)
  const body: unknown = await response
    .json()
    .catch((error: Error) => (error instanceof SyntaxError ? null : throwNetworkProblem(error)))
  if (response.status === 429 && !isBackground) {
    const { redirectToRateLimitPage, untilPageRestored } = await import('../app/rate-limit-redirect.ts')
    if (redirectToRateLimitPage(response, body)) await untilPageRestored()
  }
  return { status: response.status, body, headers: response.headers }
})
addPageQueries(client, queries)
onSignInChange(() => resetQueries(client))

async function start() {
  const fetchPage = findRoute(location.pathname)?.route.fetchModule
  // If a chunk or the messages fail to load, the page stays as the server rendered it.
  await Promise.all([pageChunkLoader(loadMessages)(), fetchPage?.().catch(() => null)])
  globalThis.undoForeignChanges?.()
  startTransition(() => {
    hydrateRoot(
      document,
      <Document locale={locale} assets={assets} data={text}>
        <SiteRoot locale={locale}>
          <SiteRouter>
            <App client={client} site={site} locale={locale} outcome={outcome} />
          </SiteRouter>
        </SiteRoot>
      </Document>,
    )
    endEarlyClicks()
  })
}

const whenIdle = globalThis.requestIdleCallback ?? setTimeout
async function prepareNextPages() {
  const { startPrefetch } = await import('./prefetch.ts')
  startPrefetch({ client, locale, site, findRoute })
}

// Not awaited, since scripts of pages import this one.
void start().then(() => whenIdle(() => void prepareNextPages().catch(() => {})))
