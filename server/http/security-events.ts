import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import { addressGroupOf } from '../limits/networks.ts'
import { RateLimitedProblem, HttpProblem, FieldProblem } from '../problem.ts'
import { createUserHash } from './user-hash.ts'

const actions = ['password_changed', 'sessions_ended', 'account_removed'] as const
const refusals = [
  'sign_in_failed',
  'sign_in_throttled',
  'password_refused',
  'refresh_reused',
  'token_refused',
  'access_denied',
  'rate_limited',
  'google_refused',
] as const
export type SecurityEvent = (typeof actions)[number] | (typeof refusals)[number]

declare module 'fastify' {
  interface FastifyRequest {
    securityEvent: (event: SecurityEvent, facts?: { user_id?: number | undefined; limit?: string | undefined }) => void
    logRefusal: (error: Error) => void
  }
}

const quietMs = 60_000 // an address logs each event once in this time, as anyone can cause these events
const maxQuietAddresses = 10_000

function eventOf(error: Error): { event: SecurityEvent; limit?: string; quiet: number } | null {
  if (error instanceof FieldProblem)
    return error.messageKey === 'users.problem.google' ? { event: 'google_refused', quiet: 0 } : null
  if (error instanceof RateLimitedProblem) {
    const { limit, ms } = error
    return { event: limit === 'login' ? 'sign_in_throttled' : 'rate_limited', limit, quiet: ms }
  }
  if (!(error instanceof HttpProblem)) return null
  if (error.status === 403) return { event: 'access_denied', quiet: quietMs }
  if (error.extensions.code === 'google_refused') return { event: 'google_refused', quiet: 0 }
  return error.extensions.code === 'token_not_valid' ? { event: 'token_refused', quiet: quietMs } : null
}

const metadata = { name: 'security-events' }

export const securityEvents = fp<{ secret: string }>((app, { secret }, done) => {
  const quietAddresses = new LRUCache<string, true>({ max: maxQuietAddresses })
  const userOf = createUserHash(secret)

  app.decorateRequest('securityEvent', function (this: FastifyRequest, event, { user_id, limit } = {}) {
    const id = user_id ?? this.viewer?.id
    const facts = { event, address: addressGroupOf(this.ip), ...(id && { user: userOf(id) }), ...(limit && { limit }) }
    const isAction = actions.some((action) => action === event)
    this.log[isAction ? 'info' : 'warn'](facts, 'security event')
  })
  app.decorateRequest('logRefusal', function (this: FastifyRequest, error) {
    const found = eventOf(error)
    if (!found) return
    const { event, limit, quiet } = found
    const key = `${event} ${limit} ${addressGroupOf(this.ip)}`
    if (quietAddresses.has(key)) return
    if (quiet > 0) quietAddresses.set(key, true, { ttl: quiet })
    this.securityEvent(event, { limit })
  })
  app.addHook('onError', async (request, _reply, error) => request.logRefusal(error))
  done()
}, metadata)
