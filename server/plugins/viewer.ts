import { createHash } from 'node:crypto'
import jwt from '@fastify/jwt'
import type { FastifyRequest } from 'fastify'
import DataLoader from 'dataloader'
import fp from 'fastify-plugin'
import { z } from 'zod'
import { defaultTier } from '#shared/library.ts'
import type { Role } from '#shared/users.ts'
import { lookUp } from '../db.ts'
import { badToken } from '../problem.ts'
import { isPage } from './asked.ts'

/** Who asks: a signed-in person as far as the rules need to know, and the sign-in that the token came from. */
export type Viewer = { id: number; tier: number; role: Role; session_id: string }

/**
 * What a route says of the person alone, found in the one look-up that finds the person: an SQL expression of text, in
 * which asked.user_id is the person's id and asked.key what `key` takes from the request.
 */
export type OwnPart = { name: string; expression: string; key: (request: FastifyRequest) => string }

declare module 'fastify' {
  interface FastifyContextConfig {
    ownPart?: OwnPart
  }
  interface FastifyRequest {
    /** Null for a visitor. */
    viewer: Viewer | null
    /** The route's `ownPart` of the viewer; null where there is none. */
    ownPart: string | null
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

type Asked = { session_id: string; user_id: number; key: string }
type Found = { viewer: Viewer; own: string | null }

/** Looks people up, all who asked in one turn of the event loop by one statement: its way costs more than its work. */
function createLoader(ownPart: OwnPart | undefined): DataLoader<Asked, Found | null> {
  const name = `viewers${ownPart ? ` and ${ownPart.name}` : ''}`
  const text = `SELECT place::int, "user".id, tier, role, session.id AS session_id, ${ownPart?.expression ?? 'NULL'} AS own
    FROM unnest($1::uuid[], $2::int[], $3::text[]) WITH ORDINALITY AS asked (session_id, user_id, key, place)
    JOIN session ON session.id = asked.session_id AND session.user_id = asked.user_id
    JOIN "user" ON "user".id = session.user_id`
  const lookUpAll = async (asked: readonly Asked[]) => {
    const columns = (['session_id', 'user_id', 'key'] as const).map((column) => asked.map((one) => one[column]))
    const found = Array<Found | null>(asked.length).fill(null)
    for (const { place, own, ...viewer } of await lookUp<Viewer & { place: number; own: string | null }>(
      name,
      text,
      columns,
    ))
      found[place - 1] = { viewer, own }
    return found
  }
  return new DataLoader(lookUpAll, { cache: false, maxBatchSize: 100, batchScheduleFn: setImmediate })
}

/** Whether a route is the same whoever asks: what a client sends along of an earlier sign-in does not matter there. */
const isForVisitors = ({ routeOptions }: FastifyRequest) => routeOptions.schema?.security?.length === 0

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
  const loaders = new Map<OwnPart | undefined, DataLoader<Asked, Found | null>>()
  function loaderOf(ownPart: OwnPart | undefined) {
    const loader = loaders.get(ownPart) ?? createLoader(ownPart)
    loaders.set(ownPart, loader)
    return loader
  }
  app.decorateRequest('viewer', null)
  app.decorateRequest('ownPart', null)
  app.decorateRequest('tier', defaultTier)
  app.addHook('onRequest', async (request) => {
    if (request.headers.authorization === undefined || isPage(request.url) || isForVisitors(request)) return
    const claims = await request.jwtVerify().catch(() => null)
    const token = Claims.safeParse(claims)
    if (!token.success) throw badToken()
    const { sub, sid } = token.data
    const { ownPart } = request.routeOptions.config
    const found = await loaderOf(ownPart).load({ session_id: sid, user_id: sub, key: ownPart?.key(request) ?? '' })
    if (!found) throw badToken()
    request.viewer = found.viewer
    request.ownPart = found.own
    request.tier = found.viewer.tier
  })
})
