import jwt from '@fastify/jwt'
import fp from 'fastify-plugin'
import { z } from 'zod'
import { defaultTier } from '#shared/library.ts'
import { db } from '../db.ts'
import { badToken } from '../problem.ts'
import { isPage } from './asked.ts'

/** Who asks: a signed-in person as far as the rules need to know. */
export type Viewer = { id: number; tier: number }

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for a visitor. */
    viewer: Viewer | null
    /** The highest required tier that opens to whoever asks. */
    tier: number
  }
}

/** Seconds that an access token is good for. */
const lifetime = 15 * 60
const audience = 'api'
const Claims = z.object({ sub: z.coerce.number().pipe(z.int32()) })

/** A token counts only if this site signed it, for its API, and its person still exists; a bad one is 401, never a visitor. */
export const viewer = fp<{ secret: string; issuer: string }>(async (app, { secret, issuer }) => {
  await app.register(jwt, {
    secret,
    sign: { algorithm: 'HS256', iss: issuer, aud: audience, expiresIn: lifetime },
    verify: { algorithms: ['HS256'], allowedIss: issuer, allowedAud: audience },
  })
  app.decorateRequest('viewer', null)
  app.decorateRequest('tier', defaultTier)
  app.addHook('onRequest', async (request) => {
    if (request.headers.authorization === undefined || isPage(request.url)) return
    const claims = await request.jwtVerify().catch(() => null)
    const token = Claims.safeParse(claims)
    if (!token.success) throw badToken()
    request.viewer = await db.user.findUnique({ where: { id: token.data.sub }, select: { id: true, tier: true } })
    if (!request.viewer) throw badToken()
    request.tier = request.viewer.tier
  })
})
