import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import compress from '@fastify/compress'
import fastify, { LogController } from 'fastify'
import type { FastifyInstance, FastifyPluginCallback } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { ResponseCache } from './cache/response-cache.ts'
import { cacheTags } from './cache/cache-tags.ts'
import { invalidations } from './cache/invalidations.ts'
import { databaseUrl } from './database/db.ts'
import { Draining } from './http/draining.ts'
import { eventStreams } from './http/event-streams.ts'
import { publicReads } from './cache/public-reads.ts'
import type { Jobs } from './jobs.ts'
import { createReadCounters, overload, overloadLimits, rateLimits, createProxyTrust } from './http/request-limits.ts'
import type { OverloadLimits } from './http/request-limits.ts'
import { closeMarkdown, configureMarkdown } from './markdown/markdown.ts'
import { createServeFromCache, cacheResponses } from './cache/serve-from-cache.ts'
import { logging, requestLog } from './telemetry/logging.ts'
import { openapi } from './http/openapi.ts'
import { pages } from './pages/pages.ts'
import type { PageRenderer } from './pages/render-page.ts'
import { sendProblem, problems } from './http/problems.ts'
import { requestContext, normalizingValidator } from './http/request.ts'
import { RequestTargets } from './http/request-target.ts'
import { createClientErrorHandler, isMalformed } from './http/client-errors.ts'
import { securityEvents } from './http/security-events.ts'
import { security, strictTransportOf } from './http/security.ts'
import { startTimeoutMs } from './database/database-pool.ts'
import { accessTokens } from './http/viewer.ts'
import { senderAddress, siteFromSettings } from './settings/settings.ts'
import { CurrentSite } from './site/current-site.ts'
import { SiteIcons } from './site/icons.ts'
import type { Settings } from './settings/settings.ts'
import { metrics } from './telemetry/metrics.ts'
import { observeRequests, RequestCounts } from './telemetry/request-observer.ts'

/** Options of Node's HTTP server. Timeouts are in ms. */
const serverOptions = {
  requestTimeout: 15_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 72_000,
  optimizeEmptyRequests: true,
  // A request without Host is refused by `isMalformed` instead, with the site's own error response.
  requireHostHeader: false,
}
const socketTimeoutMs = 60_000

declare module 'fastify' {
  interface FastifyInstance {
    responseCache: ResponseCache
    jobs: Jobs
    currentSite: CurrentSite
  }
}

type RouteOptions = { settings: Settings; secrets: [string, ...string[]] }
export type AppOptions = RouteOptions & {
  renderer: PageRenderer | null
  jobs: Jobs
  /** Plugin that registers the routes of all features. */
  routes: FastifyPluginCallback<RouteOptions>
  /** Replaces limits of `overloadLimits`. */
  overload?: Partial<OverloadLimits>
}

type ServerParts = {
  onClientError: ReturnType<typeof createClientErrorHandler>
  targets: RequestTargets
  draining: Draining
  serveFromCache: ReturnType<typeof createServeFromCache>
}

function createFastify(settings: Settings, { onClientError, targets, draining, serveFromCache }: ServerParts) {
  return fastify({
    serverFactory: (handle) => {
      const server = createServer(serverOptions, (request, response) => {
        if (isMalformed(request)) return onClientError({}, request.socket)
        targets.parse(request)
        if (draining.endsConnections) response.shouldKeepAlive = false
        if (!serveFromCache(request, response)) handle(request, response)
      })
      // Handles an unknown `Expect` header like any request. By default, Node answers 417 without the site's headers.
      server.on('checkExpectation', (request, response) => server.emit('request', request, response))
      server.on('connect', (_request, socket) => onClientError({}, socket))
      server.setTimeout(socketTimeoutMs)
      draining.watch(server)
      return server
    },
    rewriteUrl: (message) => targets.parse(message).url,
    logger: logging(settings),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: createProxyTrust(settings) ?? false,
    bodyLimit: 256 * 1024,
    routerOptions: { maxParamLength: 16_384 },
    clientErrorHandler: onClientError,
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply),
    forceCloseConnections: 'idle',
    pluginTimeout: startTimeoutMs,
  })
}

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { settings, secrets, renderer, jobs } = options
  const secure = settings.PUBLIC_URL.startsWith('https:')
  const strictTransport = strictTransportOf(secure, settings.HSTS_SUBDOMAINS)
  const onClientError = createClientErrorHandler({ strictTransport })
  const responseCache = new ResponseCache()
  const readCount = createReadCounters(settings)
  const targets = new RequestTargets(renderer?.pagePaths)
  const requestCounts = new RequestCounts(renderer?.pagePaths)
  const serveFromCache = createServeFromCache({ responseCache, secure, countRead: readCount.countRead })
  const draining = new Draining()
  const app = createFastify(settings, { onClientError, targets, draining, serveFromCache })
  app.setValidatorCompiler(normalizingValidator)
  app.setSerializerCompiler(serializerCompiler)

  app.decorate('responseCache', responseCache)
  app.decorate('jobs', jobs)
  app.decorate('requestCounts', requestCounts)
  app.decorate('draining', draining)
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining.endsConnections) reply.raw.shouldKeepAlive = false
    done()
  })
  app.addHook('preClose', () => draining.drain(0))
  await app.register(invalidations, { url: databaseUrl, responseCache })
  const onChange = () => responseCache.invalidate([cacheTags.site])
  const currentSite = new CurrentSite({
    defaults: siteFromSettings(settings),
    mailSender: senderAddress(settings),
    log: app.log,
    onChange,
  })
  app.decorate('currentSite', currentSite)
  app.decorate('siteNames', { getter: () => currentSite.names })
  app.invalidations.on('tags', (tags) => currentSite.onInvalidate(tags))
  app.addHook('onClose', async () => currentSite.close())
  await currentSite.refresh()
  configureMarkdown(settings.PUBLIC_URL)
  app.addHook('onClose', closeMarkdown)

  await app.register(requestLog, { LOG_LEVEL: settings.LOG_LEVEL, secret: secrets[0] })
  await app.register(cacheResponses, { responseCache, serveFromCache, requestCounts })
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id)
    next()
  })
  await app.register(security, {
    secure,
    strictTransport,
    inlineScripts: renderer?.inlineScripts ?? [],
    hasGoogle: settings.GOOGLE_CLIENT_ID !== undefined,
  })
  // Decompresses no request body: no client compresses one, and a small body could expand to gigabytes.
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024, globalDecompression: false })
  await app.register(problems)
  await app.register(overload, { thresholds: { ...overloadLimits(settings), ...options.overload } })
  await app.register(securityEvents, { secret: secrets[0] })
  await app.register(accessTokens, { secrets, issuer: settings.PUBLIC_URL })
  await app.register(rateLimits, { settings, readCount })
  await app.register(requestContext, { targets, secure })
  await app.register(publicReads)
  await app.register(eventStreams, { settings })
  await app.register(metrics, { token: settings.METRICS_TOKEN })
  await app.register(observeRequests, { logsAll: ['debug', 'trace'].includes(settings.LOG_LEVEL) })
  await app.register(openapi, { site: currentSite.site, siteTag: cacheTags.site })

  await app.register(options.routes, options)
  const icons = new SiteIcons(currentSite)
  await app.register(pages, {
    readSite: () => currentSite.whenRefreshed(),
    findFile: (path) => icons.find(path),
    renderer,
  })
  await app.invalidations.listen()
  await currentSite.whenRefreshed()
  return app
}
