import jwt from '@fastify/jwt'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { toSingleLine } from '#shared/fields.ts'
import { can } from '#shared/users/rights.ts'
import type { Right } from '#shared/users/rights.ts'
import type { Role } from '#shared/users/schema.ts'
import { createQueryLoader, Prisma, queryRows } from '../database/db.ts'
import { invalidToken, forbidden, HttpProblem } from '../problem.ts'
import { bearerToken } from './request-target.ts'
import { isoTimestamp } from '../sql/json-rows.ts'
import { messageWithParams } from '../translate.ts'
import { keyIdOf } from '../database/signing-key.ts'

export type Viewer = {
  id: number
  tier: number
  role: Role
  session_id: string
  silence: { until: string; reason: string } | null
}

declare module 'fastify' {
  interface FastifyRequest {
    claims: Promise<Claims | null> | null
    /** Verifies the token, once per request. Null without a valid one. */
    findClaims: () => Promise<Claims | null>
  }
  interface FastifyInstance {
    signAccess: (user_id: number, session_id: string) => string
  }
}

const accessTokenSeconds = 15 * 60
const audience = 'api'
const algorithm = 'HS256'
const Claims = z.object({
  sub: z
    .string()
    .regex(/^[1-9]\d*$/)
    .pipe(z.coerce.number<string>())
    .pipe(z.int32()),
  sid: z.uuid(),
  typ: z.literal('access'),
  aud: z.literal(audience),
  exp: z.int(),
})
type Claims = z.infer<typeof Claims>
const Header = z.object({ header: z.object({ kid: z.string() }) })

const viewers = createQueryLoader<{ session_id: string; user_id: number }, Viewer>(
  ['session_id', 'user_id'],
  `SELECT ordinality::int, "user".id, tier, role, session.id AS session_id,
          CASE WHEN silenced_until > now() THEN json_build_object('until', ${isoTimestamp('silenced_until').sql}, 'reason', silence_reason) END AS silence
     FROM unnest($1::uuid[], $2::int[]) WITH ORDINALITY AS asked (session_id, user_id, ordinality)
     JOIN session ON session.id = asked.session_id AND session.user_id = asked.user_id
     JOIN "user" ON "user".id = session.user_id AND blocked_at IS NULL AND erased_at IS NULL, tier_of("user".id)`,
)

export async function signedIn(request: FastifyRequest): Promise<void> {
  if (!request.viewer) throw invalidToken()
}

/** Hook for forum writes. Throws 401, or 403 with end and reason if the member is silenced. */
export async function notSilenced(request: FastifyRequest): Promise<void> {
  const { silence } = viewerOf(request)
  if (!silence) return
  const format = new Intl.DateTimeFormat(request.locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  const until = `${format.format(new Date(silence.until))} UTC`
  const text = messageWithParams('problem.silenced', { until, reason: toSingleLine(silence.reason) })
  throw new HttpProblem(403, text, { code: 'silenced', ...silence })
}

function viewerOf({ viewer }: FastifyRequest): Viewer {
  if (!viewer) throw invalidToken()
  return viewer
}

export const requireRight = (right: Right) =>
  async function onlyWithRight(request: FastifyRequest): Promise<void> {
    if (!can(viewerOf(request), right)) throw forbidden()
  }

export const isAccountRemoved = async ({ id }: Viewer): Promise<boolean> =>
  (await queryRows(Prisma.sql`SELECT 1 FROM "user" WHERE id = ${id} AND erased_at IS NULL`)).length === 0

/** Returns the viewer of a session. Null if the session has ended, or the account is blocked or removed. */
export const findViewer = (session_id: string, user_id: number): Promise<Viewer | null> =>
  viewers.load({ session_id, user_id })

/** True for the canonical spelling of a token. The last character of its signature has four spellings. */
function isCanonical(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}

const metadata = { name: 'access-tokens' }

/** Access tokens. The first secret signs; earlier secrets verify until their tokens expire. */
export const accessTokens = fp<{ secrets: [string, ...string[]]; issuer: string }>(async (app, { secrets, issuer }) => {
  const keys = new Map(secrets.map((secret) => [keyIdOf(secret), secret]))
  await app.register(jwt, {
    secret: {
      private: secrets[0],
      public: async (_request: FastifyRequest, token: unknown) => {
        const key = keys.get(Header.parse(token).header.kid)
        if (!key) throw invalidToken()
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
      extractToken: ({ headers }) => bearerToken(headers),
    },
  })
  app.decorate('signAccess', (user_id: number, session_id: string) =>
    app.jwt.sign({ sub: String(user_id), sid: session_id, typ: 'access' }),
  )
  // Caches verified claims only. `findViewer` reads the session for each request.
  const verified = new LRUCache<string, Claims>({ max: 5_000 })
  async function verify(request: FastifyRequest): Promise<Claims | null> {
    const access = bearerToken(request.headers)
    if (!access) return null
    const known = verified.get(access)
    if (known && known.exp * 1_000 > Date.now()) return known
    if (!isCanonical(access)) return null
    const token = Claims.safeParse(await request.jwtVerify().catch(() => null))
    if (!token.success) return null
    verified.set(access, token.data)
    return token.data
  }
  app.decorateRequest('claims', null)
  app.decorateRequest('findClaims', function (this: FastifyRequest) {
    return (this.claims ??= verify(this))
  })
}, metadata)
