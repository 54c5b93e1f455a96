import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import compress from '@fastify/compress'
import fastify, { LogController } from 'fastify'
import type { FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { ResponseCache } from './cache/response-cache.ts'
import { cacheTags } from './cache/cache-tags.ts'
import { createCdnTags } from './cache/cdn.ts'
import { invalidations } from './cache/invalidations.ts'
import { databaseUrl } from './db.ts'
import { Draining } from './http/draining.ts'
import { eventStreams } from './http/event-streams.ts'
import { publicReads } from './cache/public-reads.ts'
import { overload } from './limits/overload.ts'
import { RequestCounts } from './http/request-counts.ts'
import type { Jobs } from './jobs.ts'
import { activity } from './http/activity.ts'
import { rateLimits } from './limits/rate-limits.ts'
import { createReadCount } from './limits/read-count.ts'
import { closeMarkdown, openMarkdown } from './markdown/markdown.ts'
import { bodies } from './http/bodies.ts'
import { createServeFromCache, cacheResponses } from './cache/serve-from-cache.ts'
import { locale } from './http/locale.ts'
import { logging, requestLog } from './http/logging.ts'
import { openapi } from './http/openapi.ts'
import { pages } from './pages/pages.ts'
import type { PageRenderer } from './pages/render-page.ts'
import { answerProblem, problems } from './http/problems.ts'
import { recentWrite } from './http/recent-write.ts'
import { requestTarget, RequestTargets } from './http/request-target.ts'
import { refuseUnreadable } from './http/unreadable.ts'
import { securityEvents } from './http/security-events.ts'
import { security } from './http/security.ts'
import { viewer } from './http/viewer.ts'
import { siteOf } from './settings.ts'
import { CurrentSite } from './site/current-site.ts'
import { Icons } from './site/icons.ts'
import type { Settings } from './settings.ts'
import { metrics } from './telemetry/metrics.ts'
import type { Tracing } from './telemetry/tracing.ts'
import { routes } from './routes.ts'

/** ms. A request without a body gets no stream (optimizeEmptyRequests). */
const serverOptions = {
  requestTimeout: 15_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 72_000,
  optimizeEmptyRequests: true,
}
const socketTimeoutMs = 60_000

declare module 'fastify' {
  interface FastifyInstance {
    responseCache: ResponseCache
    /** Nobody works on them before `startBackground`. */
    jobs: Jobs
    /** What admins have set of the site, over what the settings say. */
    currentSite: CurrentSite
  }
}

export type AppOptions = {
  settings: Settings
  secrets: [string, ...string[]]
  renderer: PageRenderer | null
  jobs: Jobs
  tracing?: Tracing | null
}

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { settings, secrets, renderer, jobs, tracing } = options
  const secure = settings.PUBLIC_URL.startsWith('https:')
  const responseCache = new ResponseCache()
  const readCount = createReadCount(settings)
  const targets = new RequestTargets()
  const requestCounts = new RequestCounts(renderer?.pagePaths)
  const serveFromCache = createServeFromCache({ responseCache, secure, countRead: readCount.countRead })
  const draining = new Draining()
  const app = fastify({
    serverFactory: (handle) => {
      const server = createServer(serverOptions, (request, response) => {
        targets.parse(request)
        if (draining.endsConnections) response.shouldKeepAlive = false
        if (!serveFromCache(request, response)) (tracing?.traceRequest(handle) ?? handle)(request, response)
      })
      server.setTimeout(socketTimeoutMs)
      draining.watch(server)
      return server
    },
    rewriteUrl: (message) => targets.parse(message).url,
    logger: logging(settings, tracing?.logFacts),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: settings.TRUST_PROXY === 'off' ? false : settings.TRUST_PROXY,
    bodyLimit: 256 * 1024,
    routerOptions: { maxParamLength: 16_384 },
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (error, request, reply) => void answerProblem(error, request, reply),
    forceCloseConnections: 'idle',
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)

  app.decorate('responseCache', responseCache)
  app.decorate('jobs', jobs)
  app.decorate('requestCounts', requestCounts)
  app.decorate('draining', draining)
  // A request that came before the listener closed may be answered after.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining.endsConnections) reply.raw.shouldKeepAlive = false
    done()
  })
  app.addHook('preClose', () => draining.drain(0))
  await app.register(invalidations, { url: databaseUrl, responseCache, settings })
  const onChange = () => responseCache.invalidate([cacheTags.site])
  const currentSite = new CurrentSite({ defaults: siteOf(settings), log: app.log, onChange })
  app.decorate('currentSite', currentSite)
  app.decorate('siteNames', { getter: () => currentSite.names })
  app.invalidations.on('tags', (tags) => currentSite.onInvalidate(tags))
  app.addHook('onClose', async () => currentSite.close())
  await currentSite.refresh()
  openMarkdown(settings.PUBLIC_URL)
  app.addHook('onClose', closeMarkdown)

  await app.register(requestLog, { LOG_LEVEL: settings.LOG_LEVEL, secret: secrets[0] })
  if (tracing) await app.register(tracing.plugin)
  await app.register(locale, { secure })
  const tagForCdn = createCdnTags(settings)
  await app.register(cacheResponses, { responseCache, serveFromCache, requestCounts, tagForCdn })
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id)
    next()
  })
  await app.register(security, {
    secure,
    withSubdomains: settings.HSTS_SUBDOMAINS,
    inlineScripts: renderer?.inlineScripts ?? [],
    hasGoogle: settings.GOOGLE_CLIENT_ID !== undefined,
  })
  // Clients send no compressed bodies, and one could unpack to far more than it sends.
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024, globalDecompression: false })
  await app.register(problems)
  await app.register(overload, { settings })
  await app.register(securityEvents, { secret: secrets[0] })
  await app.register(rateLimits, { settings, readCount })
  await app.register(requestTarget, { targets })
  await app.register(viewer, { secrets, issuer: settings.PUBLIC_URL })
  await app.register(recentWrite, { secure, isShared: settings.CDN !== 'off' })
  await app.register(activity)
  await app.register(publicReads)
  await app.register(bodies)
  await app.register(eventStreams, { settings })
  await app.register(metrics, { token: settings.METRICS_TOKEN })
  await app.register(openapi, { site: currentSite.site, siteTag: cacheTags.site })

  await app.register(routes, options)
  const icons = new Icons(currentSite)
  await app.register(pages, { readSite: () => currentSite.settled(), findFile: (path) => icons.find(path), renderer })
  return app
}
