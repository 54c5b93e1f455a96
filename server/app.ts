import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import compress from '@fastify/compress'
import fastify, { LogController } from 'fastify'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { ResponseCache } from './cache/response-cache.ts'
import { cacheTags } from './cache/cache-tags.ts'
import { invalidations } from './cache/invalidations.ts'
import { databaseUrl } from './db.ts'
import { Draining } from './http/draining.ts'
import { eventStreams } from './http/event-streams.ts'
import { publicReads } from './cache/public-reads.ts'
import { health } from './http/health.routes.ts'
import { overload } from './limits/overload.ts'
import { RequestCounts } from './http/request-counts.ts'
import type { Jobs } from './jobs.ts'
import { auditRoutes } from './admin/audit.routes.ts'
import { blogRoutes } from './blog/blog.routes.ts'
import { mediaAdminRoutes } from './blog/media.admin.routes.ts'
import { mediaRoutes } from './blog/media.routes.ts'
import { postAdminRoutes } from './blog/posts.admin.routes.ts'
import { postMarkdownRoutes } from './blog/post-markdown.routes.ts'
import { workBlogJobs } from './blog/blog.jobs.ts'
import { commentRoutes } from './forum/comments.routes.ts'
import { foldEverySecond } from './forum/fold-changes.ts'
import { workForumJobs } from './forum/forum.jobs.ts'
import { sectionAdminRoutes } from './forum/sections.admin.routes.ts'
import { moderationRoutes } from './forum/moderation.routes.ts'
import { workNotificationJobs } from './forum/notifications.jobs.ts'
import { notificationRoutes } from './forum/notifications.routes.ts'
import { reportRoutes } from './forum/reports.routes.ts'
import { threadRoutes } from './forum/threads.routes.ts'
import { seoRoutes } from './seo/seo.routes.ts'
import { countRoutes } from './library/counts.routes.ts'
import { libraryRoutes } from './library/library.routes.ts'
import { rateLimits } from './limits/rate-limits.ts'
import { createReadCount } from './limits/read-count.ts'
import { createMailer } from './mail/transport.ts'
import { closeMarkdown, openMarkdown } from './markdown/markdown.ts'
import { collectionRoutes, sharedRoutes } from './saved/collections.routes.ts'
import { markRoutes } from './saved/marks.routes.ts'
import { workSearchJobs } from './library/search.jobs.ts'
import { bodies } from './http/bodies.ts'
import { createServeFromCache, cacheResponses } from './cache/serve-from-cache.ts'
import { locale } from './http/locale.ts'
import { logging, requestLog } from './http/logging.ts'
import { openapi } from './http/openapi.ts'
import { pages } from './pages/pages.ts'
import type { PageRenderer } from './pages/render-page.ts'
import { answerProblem, problems } from './http/problems.ts'
import { requestTarget, RequestTargets } from './http/request-target.ts'
import { refuseUnreadable } from './http/unreadable.ts'
import { securityEvents } from './http/security-events.ts'
import { security } from './http/security.ts'
import { viewer } from './http/viewer.ts'
import { siteOf } from './settings.ts'
import { announcementAdminRoutes } from './site/announcements.admin.routes.ts'
import { CurrentSite } from './site/current-site.ts'
import { siteAdminRoutes } from './site/site.admin.routes.ts'
import { siteRoutes } from './site/site.routes.ts'
import type { Settings } from './settings.ts'
import { cancelForRemoval } from './subscription/account-removal.ts'
import { createStripe, isLive } from './subscription/stripe.ts'
import { workSubscriptionJobs } from './subscription/subscription.jobs.ts'
import { subscriptionRoutes } from './subscription/subscription.routes.ts'
import { webhookRoutes } from './subscription/webhook.routes.ts'
import { metrics } from './telemetry/metrics.ts'
import type { Tracing } from './telemetry/tracing.ts'
import { createGoogleVerifier } from './users/google-credentials.ts'
import { googleRoutes } from './users/google.routes.ts'
import { meRoutes } from './users/me.routes.ts'
import { userRoutes } from './users/users.routes.ts'
import { workUserJobs } from './users/users.jobs.ts'

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

const metadata = {
  name: 'routes',
  dependencies: [
    'request-log',
    'locale',
    'response-cache',
    'security',
    'problems',
    'rate-limits',
    'request-target',
    'viewer',
    'bodies',
    'event-streams',
    'invalidations',
    'openapi',
  ],
}

/** What is registered after these applies to none of them. */
export const routes = fp<AppOptions>(async (app, { settings, secrets }) => {
  const { currentSite } = app
  const { site } = currentSite
  const google = createGoogleVerifier(settings)
  const stripe = createStripe(settings)
  await app.register(health)
  await app.register(libraryRoutes, { prefix: '/api/library' })
  await app.register(countRoutes, { prefix: '/api/library' })
  await app.register(userRoutes, { prefix: '/api/users', secrets })
  await app.register(meRoutes, {
    prefix: '/api/users/me',
    google,
    cancelSubscription: (user_id) => cancelForRemoval(stripe, user_id),
  })
  await app.register(googleRoutes, { prefix: '/api/users/google', settings, google })
  await app.register(markRoutes, { prefix: '/api/library' })
  await app.register(collectionRoutes, { prefix: '/api/library/collections' })
  await app.register(sharedRoutes, { prefix: '/api/library/shared' })
  await app.register(blogRoutes, { prefix: '/api/blog' })
  await app.register(postMarkdownRoutes, { site })
  await app.register(mediaRoutes, { prefix: '/media' })
  await app.register(threadRoutes, { prefix: '/api/forum', site })
  await app.register(commentRoutes, { prefix: '/api/forum', site })
  await app.register(reportRoutes, { prefix: '/api/forum', site })
  await app.register(moderationRoutes, { prefix: '/api/admin' })
  await app.register(auditRoutes, { prefix: '/api/admin' })
  await app.register(mediaAdminRoutes, { prefix: '/api/admin' })
  await app.register(postAdminRoutes, { prefix: '/api/admin' })
  await app.register(sectionAdminRoutes, { prefix: '/api/admin' })
  await app.register(notificationRoutes, { prefix: '/api/notifications', secrets })
  await app.register(seoRoutes, { site })
  await app.register(siteRoutes, { currentSite })
  await app.register(announcementAdminRoutes, { prefix: '/api/admin' })
  await app.register(siteAdminRoutes, { prefix: '/api/admin', currentSite })
  await app.register(subscriptionRoutes, { prefix: '/api/subscription', stripe, settings })
  await app.register(webhookRoutes, {
    prefix: '/api/subscription',
    stripe,
    secrets: settings.STRIPE_WEBHOOK_SECRET ?? [],
    isLive: isLive(settings),
  })
}, metadata)

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
  await app.register(invalidations, { url: databaseUrl, responseCache })
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
  await app.register(cacheResponses, { responseCache, serveFromCache, requestCounts })
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
  await app.register(publicReads)
  await app.register(bodies)
  await app.register(eventStreams, { settings })
  await app.register(metrics, { token: settings.METRICS_TOKEN })
  await app.register(openapi, { title: settings.SITE_NAME, url: settings.PUBLIC_URL })

  await app.register(routes, options)
  await app.register(pages, { readSite: () => currentSite.settled(), renderer })
  return app
}

export async function startBackground(
  app: FastifyInstance,
  { settings, secrets: [secret] }: Pick<AppOptions, 'settings' | 'secrets'>,
): Promise<void> {
  const { jobs, rateLimiter } = app
  const { site } = app.currentSite
  app.addHook('onClose', foldEverySecond())
  await jobs.start(app.log)
  const mailer = createMailer(settings, app.log, site)
  app.addHook('onClose', async () => {
    await jobs.stop()
    mailer.close()
  })
  const stripe = createStripe(settings)
  const cancelSubscription = (user_id: number) => cancelForRemoval(stripe, user_id)
  await workUserJobs(jobs, { site, secret, mailer, rateLimiter, cancelSubscription })
  await workSearchJobs(jobs)
  await workSubscriptionJobs(jobs, { site, settings, mailer, stripe })
  await workBlogJobs(jobs)
  await workForumJobs(jobs)
  await workNotificationJobs(jobs, { site, secret, mailer })
}
