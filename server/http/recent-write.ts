import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { isModerator } from '#shared/forum.ts'
import { readFromReplica, replica } from '../db.ts'

/** Seconds: longer than a replica may be behind (database/replica.ts). */
const freshSeconds = 10
const name = 'recent_write'
const isMarked = new RegExp(`(?:^|;\\s*)${name}=1(?:;|$)`)

const isRead = (method: string) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

/** A search finds what moderators change; what others write it finds once a moderator has looked. */
const isMemberSearch = ({ viewer, routeOptions }: FastifyRequest) =>
  viewer !== null && !isModerator(viewer) && routeOptions.config.limit === 'search'

function mayLag(request: FastifyRequest): boolean {
  const { cookie, authorization } = request.headers
  if (cookie !== undefined && isMarked.test(cookie)) return false
  return authorization === undefined || isMemberSearch(request)
}

/** Reads for a request where it may be read: whoever has just written something reads it from the database itself. */
export const readFor = <Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result> =>
  replica && mayLag(request) ? readFromReplica(work) : work()

/** What may not be shared with those who have just written something. */
export const freshnessOf = (request: FastifyRequest) => (replica && !mayLag(request) ? 'fresh' : 'any')

/** Where there is a replica or a CDN (`isShared`) a browser remembers for ten seconds that it has changed something. */
export const recentWrite = fp<{ secure: boolean; isShared: boolean }>(
  (app, { secure, isShared }, done) => {
    const cookie = `${name}=1; Max-Age=${freshSeconds}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
    app.addHook('onSend', (request, reply, _payload, next) => {
      const isRefused = reply.statusCode >= 400 && reply.statusCode < 500
      const isBeacon = request.routeOptions.config.limit === 'beacon'
      const isNeeded = replica !== null || isShared
      if (isNeeded && !isRead(request.method) && !isRefused && !isBeacon) reply.header('set-cookie', cookie)
      next()
    })
    done()
  },
  { name: 'recent-write' },
)
