import { existsSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { z } from 'zod'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { Problem } from '#shared/problem.ts'
import { isUtcTimestamp, secondsUntil, waitSeconds } from '#shared/rate-limit.ts'
import type { Announcement, Site } from '#shared/site/schema.ts'
import { cacheTags as allTags } from '../cache/cache-tags.ts'
import { cachedBodyOf } from '../cache/response-cache.ts'
import type { SharedBody } from '../cache/response-cache.ts'
import { sendHtmlNotice } from '../http/notice.ts'
import { redirectMoved, retryAfterSeconds } from '../http/problems.ts'
import { requestTargetOf } from '../http/request-target.ts'
import type { RequestTarget } from '../http/request-target.ts'
import { notFound } from '../problem.ts'
import { clientFolder, readAssets, serveFiles } from './client-files.ts'
import type { BuiltAssets, FindFile } from './client-files.ts'
import { pageAnswersRoute } from './page-answers.ts'
import type { LoadData } from './page-answers.ts'
import { SingleFlight } from './single-flight.ts'

export type PageRenderer = {
  inlineScripts: string[] // exact text: the content security policy allows their hashes
  pagePaths: string[]
  loadData: LoadData
  render: (page: {
    url: string
    locale: Locale
    site: Site
    announcements: readonly Announcement[]
    apiFetch: (path: string) => Promise<{ status: number; body: unknown }>
    assetsFor: (page: string | null, locale: Locale) => BuiltAssets
  }) => Promise<{ status: number; html: string }>
}

type PageSite = {
  site: Site
  styles: { path: string } | null
  announcements: readonly Announcement[]
}
/** Settings of the site. `refreshed` resolves when a running read has ended. */
type RefreshedSite = { readonly refreshed: Promise<PageSite> }
type RenderedPage = { status: number; body: SharedBody; cacheTags: string[] | null }

const flightLimits = {
  most: 100, // about half a second of CPU time in total
  running: 8, // with more, their objects move to V8's old generation, whose GC is slow
  turnMs: 50,
}

type PageServices = { currentSite: RefreshedSite; renderer: PageRenderer }

/** Returns a function that renders a page. The page can be cached if all its reads can. */
function createRender({ publicReads }: FastifyInstance, { currentSite, renderer }: PageServices) {
  const built = readAssets()
  return async ({ url, locale }: RequestTarget): Promise<RenderedPage> => {
    const { site, styles, announcements } = await currentSite.refreshed
    const tags = new Set<string>([allTags.site])
    let isCacheable = true
    let isBusy = false
    const apiFetch = async (path: string) => {
      const { status, body, cacheTags } = await publicReads.answer(path, locale)
      for (const tag of cacheTags ?? []) tags.add(tag)
      isCacheable &&= cacheTags !== null
      isBusy ||= status === 503
      return { status, body }
    }
    const assetsFor = (page: string | null) => {
      const assets = built[locale].pages.get(page) ?? built[locale].other
      return styles ? { ...assets, styles: [...assets.styles, styles.path] } : assets
    }
    const page = { url, locale, site: { ...site }, announcements, apiFetch, assetsFor }
    const { status, html } = await renderer.render(page)
    return {
      // A page with failed data is a 500, or a 503 if the database is unavailable.
      status: status === 503 && !isBusy ? 500 : status,
      body: cachedBodyOf(html),
      cacheTags: isCacheable && status === 200 ? [...tags] : null,
    }
  }
}

function createPageHandler(app: FastifyInstance, services: PageServices) {
  const flights = new SingleFlight<RenderedPage>(flightLimits)
  const render = createRender(app, services)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const target = requestTargetOf(request.raw)
    // The key contains the version, which excludes renderings that began before a change.
    const key = `${request.cacheVersion} ${target.cacheKey}`
    const flight = flights.find(key)
    if (!flight && !app.consumeRenderLimit(request, reply)) return reply
    if (!flight && flights.isFull)
      return sendHtmlNotice(reply.code(503), {
        messageKey: 'problem.busy',
        address: target.url,
        wait: retryAfterSeconds,
        after: 2,
      })
    const { status, body, cacheTags } = await (flight ?? flights.begin(key, () => render(target)))
    const moved = status === 404 ? await app.movedPaths.find(target.pathname) : null
    if (moved !== null) return redirectMoved(reply, moved + target.search, 301)
    if (cacheTags) reply.cacheTags(cacheTags)
    if (status === 503) reply.header('retry-after', retryAfterSeconds)
    reply.sharedBody = body
    return reply.code(status).type('text/html; charset=utf-8').send(body.bodies.identity)
  }
}

const ReturnQuery = z.object({ session_id: z.string().max(200).optional(), switched: z.literal('1').optional() })

/** Adds the return URLs of Stripe. They redirect to the page of plans, which shows the result. */
function addCheckoutReturns(app: FastifyInstance) {
  for (const outcome of ['success', 'cancel'])
    app.get<{ Querystring: z.infer<typeof ReturnQuery> }>(
      `/subscription/${outcome}`,
      { schema: { hide: true, querystring: ReturnQuery, response: { 302: z.null() } } },
      ({ query }, reply) =>
        reply.redirect(`${paths.subscription}?${new URLSearchParams({ stripe: outcome, ...query })}`),
    )
}

const redirectedWaitSlack = 2 // seconds that a redirect may take
const PageOrProblem = z.union([z.string(), Problem])
const schema = { hide: true, response: { '2xx': z.string(), '4xx': PageOrProblem, '5xx': PageOrProblem } }

function addPages(app: FastifyInstance, services: PageServices) {
  const answerPage = createPageHandler(app, services)
  app.get('/*', { schema }, answerPage)
  app.get(paths.tooManyRequests(), { schema, config: { limit: 'none' } }, (request, reply) => {
    const search = new URLSearchParams(requestTargetOf(request.raw).search)
    const [wait, until] = [search.get('wait'), search.get('until') ?? '']
    if (!isUtcTimestamp(until)) return answerPage(request, reply)
    const left = secondsUntil(until, Date.now())
    if (wait !== null && waitSeconds(wait) <= left + redirectedWaitSlack) return answerPage(request, reply)
    // Sends seconds, since the browser's clock may be wrong. Without `until`, the page redirects only once.
    return reply.redirect(paths.tooManyRequests({ wait: String(left) }), 302)
  })
}

type PageOptions = { currentSite: RefreshedSite; findFile: FindFile; renderer: PageRenderer | null }

export const pages = fp<PageOptions>(
  async (app, { currentSite, findFile, renderer }) => {
    app.setNotFoundHandler(() => {
      throw notFound()
    })
    app.all('/api/*', { schema: { hide: true } }, () => {
      throw notFound()
    })
    if (!renderer || !existsSync(clientFolder)) return
    pageAnswersRoute(renderer.loadData, currentSite)(app)
    await app.register(serveFiles, { findFile })
    addCheckoutReturns(app)
    addPages(app, { currentSite, renderer })
  },
  { name: 'pages', dependencies: ['public-reads', 'response-cache', 'security', 'rate-limits', 'request'] },
)
