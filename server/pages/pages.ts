import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { z } from 'zod'
import { paths } from '#shared/paths.ts'
import { Problem } from '#shared/problem.ts'
import { isUtcTimestamp, secondsUntil, waitSeconds } from '#shared/rate-limit.ts'
import { skipCompression } from '../http/skip-compression.ts'
import { sendHtmlNotice } from '../http/notice.ts'
import { redirectMoved, retryAfterSeconds } from '../http/problems.ts'
import { requestTargetOf } from '../http/request-target.ts'
import { notFound } from '../problem.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import { SingleFlight } from './single-flight.ts'
import { createAssetFinder, clientFolder } from './assets.ts'
import { renderPage } from './render-page.ts'
import type { PageRenderer, PageSite, RenderedPage } from './render-page.ts'

const maxRenderings = 100 // about half a second of CPU time in total
const concurrency = { most: 8, turnMs: 50 } // with more, their objects move to V8's old generation, whose GC is slow

const year = 31_536_000_000
const redirectedWaitSlack = 2 // seconds that a redirect may take
const iconSeconds = 300

const ReturnQuery = z.object({ session_id: z.string().max(200).optional(), switched: z.literal('1').optional() })

type FindFile = (path: string) => Promise<{ type: string; bytes: Buffer } | null>

async function serveFiles(app: FastifyInstance, { findFile }: { findFile: FindFile }) {
  app.addHook(
    'onRoute',
    (route) => void (route.config = { ...route.config, limit: 'none', isFile: true, routeLabel: '/assets/*' }),
  )
  app.addHook('onRequest', skipCompression) // the build has compressed these files
  app.addHook('onRequest', async (request, reply) => {
    const found = await findFile(requestTargetOf(request.raw).pathname)
    if (!found) return
    reply.type(found.type).header('cache-control', `public, max-age=${iconSeconds}`)
    if (found.type === 'image/png') reply.header('cross-origin-resource-policy', 'cross-origin')
    return reply.send(found.bytes)
  })
  await app.register(fastifyStatic, {
    root: clientFolder,
    wildcard: false,
    globIgnore: ['.vite/**', '**/*.br', '**/*.gz'],
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      const seconds = basename(path).includes('icon') ? iconSeconds : 3_600
      reply.header(
        'cache-control',
        isHashed ? `public, max-age=${year / 1000}, immutable` : `public, max-age=${seconds}`,
      )
      // Other sites show these images as link previews.
      if (path.endsWith('.png')) reply.header('cross-origin-resource-policy', 'cross-origin')
    },
  })
}

const PageOrProblem = z.union([z.string(), Problem])

type PageOptions = { readSite: () => Promise<PageSite>; findFile: FindFile; renderer: PageRenderer | null }

export const pages = fp<PageOptions>(
  async (app, { readSite, findFile, renderer }) => {
    app.setNotFoundHandler(() => {
      throw notFound()
    })
    app.all('/api/*', { schema: { hide: true } }, () => {
      throw notFound()
    })
    if (!renderer || !existsSync(clientFolder)) return
    await app.register(serveFiles, { findFile })
    const assetsFor = createAssetFinder()

    // Return URLs of Stripe. They redirect to the page of plans, which shows the result.
    for (const outcome of ['success', 'cancel'])
      app.get<{ Querystring: z.infer<typeof ReturnQuery> }>(
        `/subscription/${outcome}`,
        { schema: { hide: true, querystring: ReturnQuery, response: { 302: z.null() } } },
        ({ query }, reply) =>
          reply.redirect(`${paths.subscription}?${new URLSearchParams({ stripe: outcome, ...query })}`),
      )

    const schema = { hide: true, response: { '2xx': z.string(), '4xx': PageOrProblem, '5xx': PageOrProblem } }
    const flights = new SingleFlight<RenderedPage>(maxRenderings)
    const limit = new ConcurrencyLimit(concurrency)
    const reads = app.publicReads
    const answerPage = async (request: FastifyRequest, reply: FastifyReply) => {
      const target = requestTargetOf(request.raw)
      const { pathname, search } = target
      // The key contains the version, which excludes renderings that began before a change.
      const key = `${request.cacheVersion} ${target.cacheKey}`
      if (!flights.find(key) && !(await app.consumeRenderLimit(request, reply))) return reply
      const flight = flights.find(key)
      if (!flight && flights.isFull)
        return sendHtmlNotice(reply.code(503), {
          messageKey: 'problem.busy',
          address: target.url,
          wait: retryAfterSeconds,
          after: 2,
        })
      const render = () => readSite().then((current) => renderPage(renderer, { ...target, current, reads, assetsFor }))
      const begin = () => flights.begin(key, () => limit.run(render))
      const { status, body, cacheTags } = await (flight ?? begin())
      const moved = status === 404 ? await app.movedPaths.find(pathname) : null
      if (moved !== null) return redirectMoved(reply, moved + search, 301)
      if (cacheTags) reply.cacheTags(cacheTags)
      if (status === 503) reply.header('retry-after', retryAfterSeconds)
      reply.sharedBody = body
      return reply.code(status).type('text/html; charset=utf-8').send(body.bodies.identity)
    }
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
  },
  { name: 'pages', dependencies: ['public-reads', 'response-cache', 'security', 'rate-limits', 'request'] },
)
