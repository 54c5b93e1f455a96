import { channel } from 'node:diagnostics_channel'
import type { FastifyServerOptions } from 'fastify'
import fp from 'fastify-plugin'
import { statementChannel } from '../database/database-pool.ts'
import { collapseRepeatedEntries } from '../log-repeats.ts'
import type { Settings } from '../settings/settings.ts'
import { createUserHash } from '../http/user-hash.ts'

declare module 'fastify' {
  interface FastifyRequest {
    failure: unknown
  }
  interface FastifyInstance {
    logResponse: (request: FastifyRequest, reply: FastifyReply) => void
  }
}

type MailAnswer = { command?: string; response_code?: number; enhanced_code?: string }
type LoggedError = { type: string; message: string; stack: string; cause?: LoggedError } & MailAnswer
type Described = Partial<Error> & {
  code?: string | number
  originalCode?: string
  kind?: string
  meta?: { driverAdapterError?: unknown }
  command?: unknown
  responseCode?: unknown
  response?: unknown
}

/** Returns the codes of a mail server's refusal, without its text, which may contain an address. */
function mailAnswerOf({ command, responseCode, response }: Described): MailAnswer {
  const [, enhanced_code] =
    /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(typeof response === 'string' ? response : '') ?? []
  return {
    ...(typeof command === 'string' && /^[A-Z][A-Z\d -]{2,19}$/.test(command) && { command }),
    ...(typeof responseCode === 'number' && { response_code: responseCode }),
    ...(enhanced_code && { enhanced_code }),
  }
}

/** Describes an error without its message, which may contain personal data. */
export function describeError(error: unknown): LoggedError {
  const described = Object(error) as Described
  const { code, originalCode, kind, meta, stack, cause = meta?.driverAdapterError } = described
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const type = error instanceof Error ? error.constructor.name : (kind ?? typeof error)
  return {
    type,
    message: String(originalCode ?? code ?? type),
    ...mailAnswerOf(described),
    stack: frames.map((line) => line.trim()).join('\n'),
    ...(cause !== undefined && { cause: describeError(cause) }),
  }
}

export function logging({ LOG_LEVEL }: Pick<Settings, 'LOG_LEVEL'>): FastifyServerOptions['logger'] {
  if (LOG_LEVEL === 'silent') return false
  return {
    level: LOG_LEVEL,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: {
      err: describeError,
      req: ({ id, method, routeOptions }) => ({ id, method, route: routeOptions?.url }),
    },
  }
}

/** Returns a text that groups failures of one kind, such as `503 DatabaseUnavailable ECONNREFUSED`. */
function kindOf(failure: unknown): string {
  if (failure === null) return '503'
  const { type, message, cause } = describeError(failure)
  return [...new Set(['503', type, message, cause?.message].filter(Boolean))].join(' ')
}

const round = (ms: number) => Math.round(ms * 10) / 10

const metadata = { name: 'request-log' }

export const requestLog = fp<Pick<Settings, 'LOG_LEVEL'> & { secret: string }>((app, { LOG_LEVEL, secret }, done) => {
  const userOf = createUserHash(secret)
  const writeRepeated = collapseRepeatedEntries((facts, text) => app.log.error(facts, text))
  app.decorateRequest('failure', null)
  app.decorate('logResponse', ({ id, method, routeOptions, failure, log, viewer }, reply) => {
    const { url: route } = routeOptions
    const user = viewer && { user: userOf(viewer.id) }
    const line = { method, route, status: reply.statusCode, ms: round(reply.elapsedTime), ...user }
    const isExpected = reply.statusCode < 500 || (app.draining.isOn && route === '/readyz')
    if (isExpected) return log.debug(line, 'request done')
    const facts = { ...line, ...(failure !== null && { err: failure }) }
    if (reply.statusCode !== 503) return log.error(facts, 'request failed')
    writeRepeated(kindOf(failure), { reqId: id, ...facts }, 'request failed')
  })
  const logUnknownStatus = (message: unknown) => app.log.error(message, 'Stripe reported an unknown status')
  channel('stripe-unknown-status').subscribe(logUnknownStatus)
  app.addHook('onClose', async () => {
    channel('stripe-unknown-status').unsubscribe(logUnknownStatus)
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
