import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import type { Locale } from '#shared/locale.ts'
import type { Words } from '#shared/words.ts'
import { connectApi } from './api.ts'
import { App, createQueryClient } from './app.tsx'
import { Document } from './document.tsx'
import type { PageData } from './page-data.ts'
import { leaveForPause } from './pause.ts'
import { findRoute } from './routes.tsx'
import { authorizedFetch, onSignInChange } from './session.ts'
import './styles.css'

const loadWords: Record<Locale, () => Promise<Words>> = {
  en: async () => (await import('#shared/locales/en.ts')).en,
  es: async () => (await import('#shared/locales/es.ts')).es,
}

/** The language that the address asked for is the page's by now, and the cookie's: the address need not say it any more. */
function dropAskedLanguage() {
  const address = new URL(location.href)
  if (!address.searchParams.has('lang')) return
  address.searchParams.delete('lang')
  history.replaceState(history.state, '', address)
}

const text = document.getElementById('page-data')?.textContent ?? ''
const { site, locale, outcome, assets, queries } = JSON.parse(text) as PageData
dropAskedLanguage()

const client = createQueryClient()
connectApi(client, async (path, { signal, method = 'GET', body: sent } = {}) => {
  const response = await authorizedFetch(path, {
    method,
    headers: {
      accept: 'application/json',
      'x-locale': locale,
      ...(sent && { 'content-type': 'application/json' }),
    },
    ...(sent && { body: JSON.stringify(sent) }),
    ...(signal && { signal }),
  })
  const body: unknown = await response.json().catch(() => null)
  // A page that is being left shows no failure any more.
  if (response.status === 429 && leaveForPause(response, body)) return new Promise<never>(() => {})
  return { status: response.status, body }
})
for (const { key, data } of queries) client.setQueryData(key, data)
// What was fetched for somebody else is asked again where it is shown, and forgotten elsewhere.
onSignInChange(() => {
  client.removeQueries({ type: 'inactive' })
  void client.invalidateQueries()
})

const [words] = await Promise.all([loadWords[locale](), findRoute(location.pathname)?.route.fetchModule()])
startTransition(() => {
  hydrateRoot(
    document,
    <Document locale={locale} assets={assets} data={text}>
      <BrowserRouter>
        <App client={client} site={site} language={{ locale, words }} outcome={outcome} />
      </BrowserRouter>
    </Document>,
  )
})
