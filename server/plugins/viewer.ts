import { createHash } from 'node:crypto'
import jwt from '@fastify/jwt'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { z } from 'zod'
import { defaultTier } from '#shared/library.ts'
import type { Role } from '#shared/users.ts'
import { lookUp } from '../db.ts'
import { badToken } from '../problem.ts'
import { isPage } from './asked.ts'

/** Who asks: a signed-in person as far as the rules need to know, and the sign-in that the token came from. */
export type Viewer = { id: number; tier: number; role: Role; session_id: string }

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for a visitor. */
    viewer: Viewer | null
    /** The highest required tier that opens to whoever asks. */
    tier: number
  }
  interface FastifyInstance {
    /** An access token for a session of a person, good for 15 minutes. */
    signAccess: (user_id: number, session_id: string) => string
  }
}

/** Seconds that an access token is good for. */
const lifetime = 15 * 60
const audience = 'api'
const algorithm = 'HS256'
const Claims = z.object({ sub: z.coerce.number().pipe(z.int32()), sid: z.uuid(), typ: z.literal('access') })
const Header = z.object({ header: z.object({ kid: z.string() }) })

/** The name of a key in a token's header; it tells nothing of the key. */
const nameOf = (secret: string) => createHash('sha256').update(`key ${secret}`).digest('hex').slice(0, 16)

/** For routes of signed-in people: a visitor is refused before anything of the request is read. */
export async function signedIn(request: FastifyRequest): Promise<void> {
  if (!request.viewer) throw badToken()
}

/** Whoever asks, on a route that `signedIn` guards. */
export function viewerOf({ viewer }: FastifyRequest): Viewer {
  if (!viewer) throw badToken()
  return viewer
}

/**
 * A token counts only if a key of this site signed it, for its API, and its session still exists; a bad one is 401,
 * never a visitor. The first secret signs; the others are former ones, whose tokens count until they expire.
 */
export const viewer = fp<{ secrets: [string, ...string[]]; issuer: string }>(async (app, { secrets, issuer }) => {
  const keys = new Map(secrets.map((secret) => [nameOf(secret), secret]))
  await app.register(jwt, {
    secret: {
      private: secrets[0],
      public: async (_request: FastifyRequest, token: unknown) => {
        const key = keys.get(Header.parse(token).header.kid)
        if (!key) throw badToken()
        return key
      },
    },
    decode: { complete: true },
    sign: { algorithm, iss: issuer, aud: audience, expiresIn: lifetime, kid: nameOf(secrets[0]) },
    verify: { algorithms: [algorithm], allowedIss: issuer, allowedAud: audience },
  })
  app.decorate('signAccess', (user_id: number, session_id: string) =>
    app.jwt.sign({ sub: String(user_id), sid: session_id, typ: 'access' }),
  )
  app.decorateRequest('viewer', null)
  app.decorateRequest('tier', defaultTier)
  app.addHook('onRequest', async (request) => {
    if (request.headers.authorization === undefined || isPage(request.url)) return
    const claims = await request.jwtVerify().catch(() => null)
    const token = Claims.safeParse(claims)
    if (!token.success) throw badToken()
    const { sub, sid } = token.data
    const found = await lookUp<Viewer>(
      'viewer',
      `SELECT "user".id, tier, role, session.id AS session_id FROM session JOIN "user" ON "user".id = session.user_id
       WHERE session.id = $1 AND "user".id = $2`,
      [sid, sub],
    )
    if (!found) throw badToken()
    request.viewer = found
    request.tier = found.tier
  })
})
