import { channel } from 'node:diagnostics_channel'
import type { FastifyServerOptions } from 'fastify'
import fp from 'fastify-plugin'
import { statementChannel } from '../database/database-pool.ts'
import type { Settings } from '../settings.ts'
import { createUserHash } from './user-hash.ts'

declare module 'fastify' {
  interface FastifyRequest {
    failure: unknown
  }
}

type LoggedError = { type: string; message: string; stack: string; cause?: LoggedError }
type Described = Partial<Error> & {
  code?: string | number
  originalCode?: string
  kind?: string
  meta?: { driverAdapterError?: unknown }
}

/** Without its message, which may hold personal data. */
export function describeError(error: unknown): LoggedError {
  const { code, originalCode, kind, meta, stack, cause = meta?.driverAdapterError } = Object(error) as Described
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const type = error instanceof Error ? error.constructor.name : (kind ?? typeof error)
  return {
    type,
    message: String(originalCode ?? code ?? type),
    stack: frames.map((line) => line.trim()).join('\n'),
    ...(cause !== undefined && { cause: describeError(cause) }),
  }
}

/** `facts` go into each line. */
export function logging(
  { LOG_LEVEL }: Pick<Settings, 'LOG_LEVEL'>,
  facts?: () => object,
): FastifyServerOptions['logger'] {
  if (LOG_LEVEL === 'silent') return false
  return {
    level: LOG_LEVEL,
    base: null,
    ...(facts && { mixin: facts }),
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: {
      err: describeError,
      req: ({ id, method, routeOptions }) => ({ id, method, route: routeOptions?.url }),
    },
  }
}

const round = (ms: number) => Math.round(ms * 10) / 10

const metadata = { name: 'request-log' }

export const requestLog = fp<Pick<Settings, 'LOG_LEVEL'> & { secret: string }>((app, { LOG_LEVEL, secret }, done) => {
  const userOf = createUserHash(secret)
  app.decorateRequest('failure', null)
  app.addHook('onResponse', async ({ method, routeOptions, failure, log, viewer }, reply) => {
    const { url: route } = routeOptions
    const user = viewer && { user: userOf(viewer.id) }
    const line = { method, route, status: reply.statusCode, ms: round(reply.elapsedTime), ...user }
    if (reply.statusCode < 500) log.debug(line, 'request done')
    else log.error({ ...line, ...(failure !== null && { err: failure }) }, 'request failed')
  })
  if (LOG_LEVEL === 'debug' || LOG_LEVEL === 'trace') {
    const logStatement = (message: unknown) => {
      const { statement, ms } = message as { statement: string; ms: number }
      app.log.debug({ statement: statement.replaceAll(/\s+/g, ' ').trim(), ms: round(ms) }, 'statement')
    }
    const logCache = (message: unknown) => app.log.debug(message, 'cache')
    statementChannel.subscribe(logStatement)
    channel('response-cache').subscribe(logCache)
    app.addHook('onClose', async () => {
      statementChannel.unsubscribe(logStatement)
      channel('response-cache').unsubscribe(logCache)
    })
  }
  done()
}, metadata)
