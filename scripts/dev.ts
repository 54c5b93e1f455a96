import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createVite } from 'vite'
import type { ViteDevServer } from 'vite'
import { defaultLocale, findCookieLocale, findLocale, findPreferredLocale, localeCookieText } from '../shared/locale.ts'
import type { Locale } from '../shared/locale.ts'
import type { Site } from '../shared/site/schema.ts'
import { markStopping } from '../server/settings/data-folder.ts'
import { describeFailure } from '../server/database/describe-failure.ts'
import { ensureDatabase, releaseDatabase } from '../server/embedded/ensure-database.ts'
import { listenProblem, parseSettings, siteFromSettings, StartProblem } from '../server/settings/settings.ts'
import { startPaymentSandbox, printPaymentSandbox } from './payment-sandbox.ts'
import { prepareClient } from './prepare.ts'

async function renderPage(
  vite: ViteDevServer,
  api: string,
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const address = new URL(request.url ?? '/', site.url)
  const localeFromQuery = findLocale(address.searchParams.get('lang'))
  const locale =
    localeFromQuery ??
    findCookieLocale(request.headers.cookie) ??
    findPreferredLocale(request.headers['accept-language']) ??
    defaultLocale
  const { render } = (await vite.ssrLoadModule(
    '/client/start/entry-server.tsx',
  )) as typeof import('../client/start/entry-server.tsx')
  const { status, html } = await render({
    url: address.pathname + address.search,
    locale,
    site,
    apiFetch: async (path) => {
      const answer = await fetch(api + path, { headers: { 'x-locale': locale } })
      return { status: answer.status, body: await answer.json() }
    },
    assetsFor: (_page: string | null, _locale: Locale) => ({
      entry: '/client/start/entry-browser.tsx',
      styles: ['/client/app/styles.css'],
      fonts: [],
      preloads: [],
    }),
  })
  if (localeFromQuery) response.setHeader('set-cookie', localeCookieText(localeFromQuery, false))
  // React ignores Vite's tags at the end of the head.
  const shell = await vite.transformIndexHtml(request.url ?? '/', '<html><head></head></html>')
  const tags = /<head>([\s\S]*)<\/head>/.exec(shell)?.[1]?.replaceAll(/\s*\n\s*(?=<)/g, '') ?? ''
  const transformed = html.replace('</head>', () => `${tags}</head>`)
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(transformed)
}

const ends: (() => Promise<unknown>)[] = []
let stopping: Promise<void> | undefined

function stop(): Promise<void> {
  if (!stopping) markStopping()
  stopping ??= (async () => {
    for (const end of ends.splice(0).toReversed()) await end().catch(() => {})
    process.exit()
  })()
  return stopping
}
function fail(error: unknown): Promise<void> {
  if (!stopping) {
    console.error(describeFailure(error))
    process.exitCode = 1
  }
  return stop()
}

function startApi(environment: Record<string, string>) {
  const options = ['--disable-warning=ExperimentalWarning', '--watch', '--watch-preserve-output']
  const child = spawn(process.execPath, [...options, 'server/start/main.ts'], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  const exited = once(child, 'exit')
  ends.push(() => (child.kill('SIGTERM'), exited))
}

async function develop() {
  prepareClient()
  if (parseSettings(process.env).PORT === 65_535)
    throw new StartProblem('The setting PORT (65535) is wrong: the API needs the next port.')
  const sandbox = await startPaymentSandbox()
  const settings = parseSettings(process.env)
  ends.push(releaseDatabase)
  const { url } = await ensureDatabase(settings, (reason) => void fail(reason))
  const apiPort = settings.PORT + 1
  const api = `http://127.0.0.1:${apiPort}`
  startApi({ PORT: String(apiPort), PUBLIC_URL: settings.PUBLIC_URL, DATABASE_URL: url })
  const http = createServer()
  const proxied = Object.fromEntries(['/api', '/healthz', '/readyz'].map((path) => [path, api]))
  const vite = await createVite({
    appType: 'custom',
    server: { middlewareMode: { server: http }, hmr: { server: http }, proxy: proxied },
  })
  ends.push(() => vite.close())
  const site = siteFromSettings(settings)
  http.on('request', (request, response) =>
    vite.middlewares(request, response, () => {
      renderPage(vite, api, site, request, response).catch((error: Error) => {
        vite.ssrFixStacktrace(error)
        response.writeHead(500, { 'content-type': 'text/plain' }).end(error.stack)
      })
    }),
  )
  http.on('error', (error) => void fail(listenProblem(settings, error)))
  http.listen(settings.PORT, settings.HOST, () =>
    console.log(`Development server at http://localhost:${settings.PORT} (the API alone at ${api})`),
  )
  await printPaymentSandbox(sandbox)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
await develop().catch(fail)
