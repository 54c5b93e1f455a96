import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
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
import type { PageRenderer } from './pages/pages.ts'
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
import { observeRequests } from './telemetry/request-observer.ts'

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
  routes: FastifyPluginCallback<RouteOptions>
  /** Replaces limits of `overloadLimits`. */
  overload?: Partial<OverloadLimits>
}

function createParts({ settings, renderer }: AppOptions) {
  const secure = settings.PUBLIC_URL.startsWith('https:')
  const strictTransport = strictTransportOf(secure, settings.HSTS_SUBDOMAINS)
  const responseCache = new ResponseCache()
  const readCount = createReadCounters(settings)
  return {
    secure,
    strictTransport,
    responseCache,
    readCount,
    serveFromCache: createServeFromCache({ responseCache, secure, countRead: readCount.countRead }),
    targets: new RequestTargets(renderer?.pagePaths),
    draining: new Draining(),
    onClientError: createClientErrorHandler({ strictTransport }),
  }
}
type Parts = ReturnType<typeof createParts>

function createHttpServer(handle: RequestListener, { onClientError, targets, draining, serveFromCache }: Parts) {
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
}

const createFastify = (settings: Settings, parts: Parts) =>
  fastify({
    serverFactory: (handle) => createHttpServer(handle, parts),
    rewriteUrl: (message) => parts.targets.parse(message).url,
    logger: logging(settings),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: createProxyTrust(settings) ?? false,
    bodyLimit: 256 * 1024,
    routerOptions: { maxParamLength: 16_384 },
    clientErrorHandler: parts.onClientError,
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply),
    forceCloseConnections: 'idle',
    pluginTimeout: startTimeoutMs,
  })

function addDraining(app: FastifyInstance, { draining }: Parts) {
  app.decorate('draining', draining)
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining.endsConnections) reply.raw.shouldKeepAlive = false
    done()
  })
  app.addHook('preClose', () => draining.drain(0))
}

/** Adds the site's settings, which are read now and after each change. */
async function addSite(app: FastifyInstance, settings: Settings, { responseCache }: Parts) {
  await app.register(invalidations, { url: databaseUrl, responseCache })
  const currentSite = new CurrentSite({
    defaults: siteFromSettings(settings),
    mailSender: senderAddress(settings),
    log: app.log,
    onChange: () => responseCache.invalidate([cacheTags.site]),
  })
  app.decorate('currentSite', currentSite)
  app.decorate('siteNames', { getter: () => currentSite.names })
  app.invalidations.on('tags', (tags) => currentSite.onInvalidate(tags))
  app.addHook('onClose', async () => currentSite.close())
  await currentSite.refresh()
}

function addMarkdown(app: FastifyInstance, settings: Settings) {
  configureMarkdown(settings.PUBLIC_URL)
  app.addHook('onClose', closeMarkdown)
}

async function addHeaders(app: FastifyInstance, { settings, renderer }: AppOptions, parts: Parts) {
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id)
    next()
  })
  await app.register(security, {
    secure: parts.secure,
    strictTransport: parts.strictTransport,
    inlineScripts: renderer?.inlineScripts ?? [],
    hasGoogle: settings.GOOGLE_CLIENT_ID !== undefined,
  })
  // Decompresses no request body: no client compresses one, and a small body could expand to gigabytes.
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024, globalDecompression: false })
}

/** Adds what every request passes, in this order. */
async function addRequestHandling(app: FastifyInstance, options: AppOptions, parts: Parts) {
  const { settings, secrets } = options
  const [secret] = secrets
  await app.register(requestLog, { LOG_LEVEL: settings.LOG_LEVEL, secret })
  await app.register(cacheResponses, parts)
  await addHeaders(app, options, parts)
  await app.register(problems)
  await app.register(overload, { thresholds: { ...overloadLimits(settings), ...options.overload } })
  await app.register(securityEvents, { secret })
  await app.register(accessTokens, { secrets, issuer: settings.PUBLIC_URL })
  await app.register(rateLimits, { settings, readCount: parts.readCount })
  await app.register(requestContext, parts)
  await app.register(publicReads)
  await app.register(eventStreams, { settings })
  await app.register(metrics, { token: settings.METRICS_TOKEN })
  await app.register(observeRequests, { logsAll: ['debug', 'trace'].includes(settings.LOG_LEVEL) })
}

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { settings, renderer, jobs } = options
  const parts = createParts(options)
  const app = createFastify(settings, parts)
  app.setValidatorCompiler(normalizingValidator)
  app.setSerializerCompiler(serializerCompiler)
  app.decorate('responseCache', parts.responseCache)
  app.decorate('jobs', jobs)
  addDraining(app, parts)
  await addSite(app, settings, parts)
  addMarkdown(app, settings)
  await addRequestHandling(app, options, parts)
  const { currentSite } = app
  await app.register(openapi, { site: currentSite.site, siteTag: cacheTags.site })
  await app.register(options.routes, options)
  const icons = new SiteIcons(currentSite)
  await app.register(pages, { currentSite, renderer, findFile: (path) => icons.find(path) })
  await app.invalidations.listen()
  await currentSite.refreshed
  return app
}
