import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

/** Seconds: longer than a replica may be behind (replica/replica.ts). */
const freshSeconds = 10
const name = 'recent_write'
const isMarked = new RegExp(`(?:^|;\\s*)${name}=1(?:;|$)`)

const isRead = (method: string) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

/** Whether the browser has changed something within the last ten seconds. */
export const hasJustWritten = ({ headers: { cookie } }: FastifyRequest): boolean =>
  cookie !== undefined && isMarked.test(cookie)

const recentWrite = fp<{ secure: boolean }>(
  (app, { secure }, done) => {
    const cookie = `${name}=1; Max-Age=${freshSeconds}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
    app.addHook('onSend', (request, reply, _payload, next) => {
      const isRefused = reply.statusCode >= 400 && reply.statusCode < 500
      const isBeacon = request.routeOptions.config.limit === 'beacon'
      if (!isRead(request.method) && !isRefused && !isBeacon) reply.header('set-cookie', cookie)
      next()
    })
    done()
  },
  { name: 'recent-write' },
)

/** Lets a browser remember for ten seconds that it has changed something: what a replica or a CDN has may be older. */
export async function rememberWrites(app: FastifyInstance, publicUrl: string): Promise<void> {
  if (!app.hasPlugin('recent-write')) await app.register(recentWrite, { secure: publicUrl.startsWith('https:') })
}
