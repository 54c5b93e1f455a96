import jwt from '@fastify/jwt'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { isModerator } from '#shared/forum.ts'
import { defaultTier } from '#shared/tier.ts'
import type { Role } from '#shared/users.ts'
import { batchedLookUp, lookUp } from '../db.ts'
import { badToken, forbidden } from '../problem.ts'
import { keyIdOf } from '../database/signing-key.ts'
import { isPage } from './request-target.ts'

export type Viewer = { id: number; tier: number; role: Role; session_id: string }

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null
    tier: number
  }
  interface FastifyInstance {
    signAccess: (user_id: number, session_id: string) => string
  }
}

const accessTokenSeconds = 15 * 60
const audience = 'api'
const algorithm = 'HS256'
const Claims = z.object({
  sub: z.coerce.number().pipe(z.int32()),
  sid: z.uuid(),
  typ: z.literal('access'),
  exp: z.number(),
})
type Claims = z.infer<typeof Claims>
const Header = z.object({ header: z.object({ kid: z.string() }) })

const viewers = batchedLookUp<{ session_id: string; user_id: number }, Viewer>(
  'viewers',
  ['session_id', 'user_id'],
  `SELECT place::int, "user".id, tier, role, session.id AS session_id
     FROM unnest($1::uuid[], $2::int[]) WITH ORDINALITY AS asked (session_id, user_id, place)
     JOIN session ON session.id = asked.session_id AND session.user_id = asked.user_id
     JOIN "user" ON "user".id = session.user_id AND blocked_at IS NULL, tier_of("user".id)`,
)

/** Public routes ignore a token of an earlier sign-in. */
const isForVisitors = ({ routeOptions }: FastifyRequest) => routeOptions.schema?.security?.length === 0

/** Throws 401 before the body is read. */
export async function signedIn(request: FastifyRequest): Promise<void> {
  if (!request.viewer) throw badToken()
}

export function viewerOf({ viewer }: FastifyRequest): Viewer {
  if (!viewer) throw badToken()
  return viewer
}

/** Moderators and admins; throws 401 or 403 before the body is read. */
export async function onlyModerators(request: FastifyRequest): Promise<void> {
  if (!isModerator(viewerOf(request))) throw forbidden()
}

export async function onlyAdmins(request: FastifyRequest): Promise<void> {
  if (viewerOf(request).role !== 'admin') throw forbidden()
}

export const isAccountRemoved = async ({ id }: Viewer): Promise<boolean> =>
  (await lookUp('viewer exists', 'SELECT 1 FROM "user" WHERE id = $1', [id])).length === 0

const metadata = { name: 'viewer', dependencies: ['rate-limits', 'request-target'] }

/** A bad token is 401, never a visitor. The first secret signs; former ones verify until their tokens expire. */
export const viewer = fp<{ secrets: [string, ...string[]]; issuer: string }>(async (app, { secrets, issuer }) => {
  const keys = new Map(secrets.map((secret) => [keyIdOf(secret), secret]))
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
    sign: { algorithm, iss: issuer, aud: audience, expiresIn: accessTokenSeconds, kid: keyIdOf(secrets[0]) },
    verify: {
      algorithms: [algorithm],
      allowedIss: issuer,
      allowedAud: audience,
      requiredClaims: ['iss', 'aud', 'exp'],
    },
  })
  app.decorate('signAccess', (user_id: number, session_id: string) =>
    app.jwt.sign({ sub: String(user_id), sid: session_id, typ: 'access' }),
  )
  // Keys do not change while the process runs; that the session exists is asked each time.
  const verified = new LRUCache<string, Claims>({ max: 5_000 })
  async function claimsOf(request: FastifyRequest): Promise<Claims> {
    const { authorization = '' } = request.headers
    const known = verified.get(authorization)
    if (known && known.exp * 1_000 > Date.now()) return known
    const token = Claims.safeParse(await request.jwtVerify().catch(() => null))
    if (!token.success) throw badToken()
    verified.set(authorization, token.data)
    return token.data
  }
  app.decorateRequest('viewer', null)
  app.decorateRequest('tier', defaultTier)
  app.addHook('onRequest', async (request) => {
    if (request.headers.authorization === undefined || isPage(request.url) || isForVisitors(request)) return
    const { sub, sid } = await claimsOf(request)
    const found = await viewers.load({ session_id: sid, user_id: sub })
    if (!found) throw badToken()
    request.viewer = found
    request.tier = found.tier
  })
}, metadata)
