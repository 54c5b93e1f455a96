import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import compress from '@fastify/compress'
import fastify, { LogController } from 'fastify'
import type { FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { followChanges } from './announcements.ts'
import { Answers } from './answers.ts'
import { databaseUrl } from './db.ts'
import { health } from './health.routes.ts'
import { startJobs } from './jobs.ts'
import { countRoutes } from './library/counts.routes.ts'
import { libraryRoutes } from './library/library.routes.ts'
import { createMailer } from './mail.ts'
import { collectionRoutes, sharedRoutes } from './library/collections.routes.ts'
import { markRoutes } from './library/marks.routes.ts'
import { bodies } from './plugins/bodies.ts'
import { createKeptDoor, keptAnswers } from './plugins/kept-answers.ts'
import { locale } from './plugins/locale.ts'
import { logging } from './plugins/logging.ts'
import { openapi } from './plugins/openapi.ts'
import { createReadCount, limited } from './plugins/limits.ts'
import { pages } from './plugins/pages.ts'
import type { PageRenderer } from './plugins/pages.ts'
import { answerProblem, problems } from './plugins/problems.ts'
import { security } from './plugins/security.ts'
import { viewer } from './plugins/viewer.ts'
import { siteOf } from './settings.ts'
import type { Settings } from './settings.ts'
import { subscriptionRoutes } from './subscription/subscription.routes.ts'
import { googleRoutes } from './users/google.routes.ts'
import { meRoutes } from './users/me.routes.ts'
import { userRoutes } from './users/users.routes.ts'
import { workUserJobs } from './users/users.jobs.ts'

/** How long a request may take to arrive whole, in ms, and how often that is looked at. One without a body has no stream. */
const arrival = {
  requestTimeout: 15_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 72_000,
  optimizeEmptyRequests: true,
}

declare module 'fastify' {
  interface FastifyInstance {
    /** What this server keeps in memory of what is the same for everyone. */
    answers: Answers
  }
}

export type AppOptions = {
  settings: Settings
  /** The first signs access tokens; the others signed before, and still count. */
  secrets: [string, ...string[]]
  /** What draws pages; none in development, where Vite does. */
  renderer: PageRenderer | null
}

/** The whole server, in the order that a request meets it. */
export async function createApp({ settings, secrets, renderer }: AppOptions): Promise<FastifyInstance> {
  const secure = settings.PUBLIC_URL.startsWith('https:')
  const answers = new Answers()
  const readCount = createReadCount(settings)
  const door = createKeptDoor({ answers, secure, countRead: readCount.countRead })
  const app = fastify({
    serverFactory: (handle) => {
      const server = createServer(arrival, (request, response) => {
        // A server that is stopping answers by its rules for that.
        if (!server.listening || !door(request, response)) handle(request, response)
      })
      return server
    },
    logger: logging(settings),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: settings.TRUST_PROXY === 'off' ? false : settings.TRUST_PROXY,
    bodyLimit: 256 * 1024,
    // Slugs may be long; what is too long for a header is refused by Node itself.
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: (error, request, reply) => void answerProblem(error, request, reply),
    forceCloseConnections: 'idle',
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)

  app.decorate('answers', answers)
  const heard = Promise.withResolvers<void>()
  const stopFollowing = followChanges(databaseUrl, {
    changed: (topics) => answers.changed(topics),
    listening: () => (answers.listening(), heard.resolve()),
    lost: () => answers.lost(),
  })
  app.addHook('onClose', stopFollowing)
  await heard.promise

  // A connection kept open behind the last answer would hold up the stop.
  let isStopping = false
  app.addHook('preClose', async () => void (isStopping = true))
  app.addHook('onSend', async (_request, reply) => void (isStopping && reply.header('connection', 'close')))
  await app.register(locale, { secure })
  await app.register(keptAnswers, { answers, door })
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id)
    next()
  })
  await app.register(security, {
    secure,
    inlineScripts: renderer?.inlineScripts ?? [],
    hasGoogle: settings.GOOGLE_CLIENT_ID !== undefined,
  })
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024 })
  await app.register(problems)
  await app.register(limited, { settings, readCount })
  await app.register(viewer, { secrets, issuer: settings.PUBLIC_URL })
  await app.register(bodies)
  await app.register(openapi, { title: settings.SITE_NAME, url: settings.PUBLIC_URL })

  await app.register(health)
  await app.register(libraryRoutes, { prefix: '/api/library' })
  await app.register(countRoutes, { prefix: '/api/library' })
  await app.register(userRoutes, { prefix: '/api/users' })
  await app.register(meRoutes, { prefix: '/api/users/me' })
  await app.register(googleRoutes, { prefix: '/api/users/google', settings })
  await app.register(markRoutes, { prefix: '/api/library' })
  await app.register(collectionRoutes, { prefix: '/api/library/collections' })
  await app.register(sharedRoutes, { prefix: '/api/library/shared' })
  await app.register(subscriptionRoutes, { prefix: '/api/subscription' })
  await app.register(pages, { site: siteOf(settings), renderer, answers })
  return app
}

/** What happens in the background, until the app is closed and its last request answered. */
export async function startBackground(
  app: FastifyInstance,
  { settings, secrets: [secret] }: Pick<AppOptions, 'settings' | 'secrets'>,
): Promise<void> {
  const jobs = await startJobs(databaseUrl, app.log)
  const mailer = createMailer(settings, app.log)
  app.addHook('onClose', async () => {
    await jobs.stop()
    mailer.close()
  })
  await workUserJobs(jobs, { settings, secret, mailer })
}
