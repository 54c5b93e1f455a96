import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createVite } from 'vite'
import type { ViteDevServer } from 'vite'
import { defaultLocale, findCookieLocale, findLocale, findPreferredLocale, localeCookieText } from '../shared/locale.ts'
import type { Locale } from '../shared/locale.ts'
import type { Site } from '../shared/site.ts'
import { reachDatabase } from '../server/reach-database.ts'
import { parseSettings, siteOf, StartProblem } from '../server/settings.ts'
import { prepareClient } from './prepare.ts'

/** The page as the sources are now, asking the server over HTTP; Vite's own scripts make it reload as they change. */
async function drawPage(
  vite: ViteDevServer,
  api: string,
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const address = new URL(request.url ?? '/', site.url)
  const asked = findLocale(address.searchParams.get('lang'))
  const locale =
    asked ??
    findCookieLocale(request.headers.cookie) ??
    findPreferredLocale(request.headers['accept-language']) ??
    defaultLocale
  const { render } = (await vite.ssrLoadModule(
    '/client/entry-server.tsx',
  )) as typeof import('../client/entry-server.tsx')
  const { status, html } = await render({
    url: address.pathname + address.search,
    locale,
    site,
    ask: async (path) => {
      const answer = await fetch(api + path, { headers: { 'x-locale': locale } })
      return { status: answer.status, body: await answer.json() }
    },
    assetsFor: (_page: string | null, _locale: Locale) => ({
      entry: '/client/entry-browser.tsx',
      styles: ['/client/styles.css'],
      fonts: [],
      preloads: [],
    }),
  })
  if (asked) response.setHeader('set-cookie', localeCookieText(asked, false))
  // Vite's own tags stand at the end of the head, where React passes over them.
  const shell = await vite.transformIndexHtml(request.url ?? '/', '<html><head></head></html>')
  const tags = /<head>([\s\S]*)<\/head>/.exec(shell)?.[1]?.replaceAll(/\s*\n\s*(?=<)/g, '') ?? ''
  const transformed = html.replace('</head>', () => `${tags}</head>`)
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(transformed)
}

async function develop() {
  prepareClient()
  const settings = parseSettings(process.env)
  const { url, release } = await reachDatabase(settings)
  const apiPort = settings.PORT + 1
  const api = `http://127.0.0.1:${apiPort}`
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--watch', '--watch-preserve-output', 'server/main.ts'],
    {
      stdio: 'inherit',
      env: { ...process.env, PORT: String(apiPort), PUBLIC_URL: settings.PUBLIC_URL, DATABASE_URL: url },
    },
  )
  const http = createServer()
  const proxied = Object.fromEntries(['/api', '/healthz', '/readyz'].map((path) => [path, api]))
  const vite = await createVite({
    appType: 'custom',
    server: { middlewareMode: { server: http }, hmr: { server: http }, proxy: proxied },
  })
  const site = siteOf(settings)
  http.on('request', (request, response) =>
    vite.middlewares(request, response, () => {
      drawPage(vite, api, site, request, response).catch((error: Error) => {
        vite.ssrFixStacktrace(error)
        response.writeHead(500, { 'content-type': 'text/plain' }).end(error.stack)
      })
    }),
  )
  http.listen(settings.PORT, settings.HOST, () =>
    console.log(`Developing at http://localhost:${settings.PORT} (the API alone at ${api})`),
  )
  const stop = () => {
    child.kill('SIGTERM')
    child.once(
      'exit',
      () =>
        void vite
          .close()
          .then(release)
          .then(() => process.exit()),
    )
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

await develop().catch((error) => {
  console.error(error instanceof StartProblem ? error.message : error)
  process.exit(1)
})
