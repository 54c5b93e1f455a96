import { createHash } from 'node:crypto'
import type * as Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { versionConflictOf, IfMatch } from '#shared/admin/editing.ts'
import { BadRequest, Problem, RateLimited } from '#shared/problem.ts'
import { can, roles } from '#shared/users/rights.ts'
import type { Right } from '#shared/users/rights.ts'
import type { LimitName } from '../limits/limits.ts'
import { notSilenced, signedIn, requireRight } from './viewer.ts'
import type { Viewer } from './viewer.ts'

type Schema = z.core.$ZodType
type Answers = Record<number, Schema | { description: string; content: Record<string, { schema: Schema }> }>
type Auth = 'none' | 'optional' | 'member' | 'participant' | Right

export type RouteContract<Params, Query, Body, Who extends Auth, Answered extends Answers> = {
  summary?: string
  /** Who may call the route, checked before the body is read. `none` ignores tokens. `participant`: not silenced. */
  auth: Who
  /** Limit in addition to that of all reads, which `none` also lifts. Default for routes with a right: `moderation`. */
  limit?: LimitName | 'none'
  config?: Omit<Fastify.FastifyContextConfig, 'limit'>
  params?: z.core.$ZodType<Params>
  querystring?: z.core.$ZodType<Query>
  body?: z.core.$ZodType<Body>
  /** Schema of the current item. The route then requires If-Match, and responds with 428, or 412 with the item. */
  ifMatch?: z.ZodMiniType
  /** True: a repeated request with the same Idempotency-Key, path and body gets the first response. */
  acceptsIdempotencyKey?: true
  answers: Answered
  /** Statuses with a `Problem` body. 400, 401, 403, 404 and 429 are always included. */
  problems?: number[]
}

type RouteRequest<Params, Query, Body> = FastifyRequest<{ Params: Params; Querystring: Query; Body: Body }>
export type MemberRequest<P = unknown, Q = unknown, B = unknown> = RouteRequest<P, Q, B> & { viewer: Viewer }

const keyMeaning =
  'The same request again (key, path and body) answers what the first one created. Another path or body by the same key is a request of its own.'
export const IdempotencyKey = z.object({
  'idempotency-key': z.optional(z.uuid().check(z.meta({ description: keyMeaning }))),
})

/** Returns a hash of Idempotency-Key, path and `content` as UUID. Undefined without the header. */
export function requestKeyOf({ headers, url, body }: FastifyRequest, content: unknown = body): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  const path = url.replace(/\?.*/s, '')
  const hash = createHash('sha256')
    .update(JSON.stringify([key, path, content]))
    .digest('hex')
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

export const noContent = { 204: z.null() }

type Success<Answered> = keyof Answered & (200 | 201 | 202)
type Answer<A> = Success<A> extends never ? void : z.core.output<Extract<A[Success<A>], Schema>>
type Handler<Params, Query, Body, Who, Answered> = {
  handler: (
    request: Who extends 'none' | 'optional' ? RouteRequest<Params, Query, Body> : MemberRequest<Params, Query, Body>,
    reply: FastifyReply,
  ) => Answer<Answered> | FastifyReply | Promise<Answer<Answered> | FastifyReply>
}

const bearer: Record<string, string[]> = { bearer: [] }
type Access = { security: (typeof bearer)[]; onRequest?: typeof signedIn; limit?: LimitName; described?: object }
const withoutRight = {
  none: { security: [] },
  optional: { security: [{}, bearer] },
  member: { security: [bearer], onRequest: signedIn },
  participant: { security: [bearer], onRequest: notSilenced },
} satisfies Partial<Record<Auth, Access>>

function describe(right: Right): object {
  const allowed = roles.filter((role) => can({ role }, right)).map((role) => `${role}s`)
  return {
    ...(right.startsWith('moderation.') && { tags: ['moderation'] }),
    description: `For ${allowed.join(' and ')}.`,
    'x-right': right,
  }
}

function accessOf(auth: Auth): Access {
  if (auth in withoutRight) return withoutRight[auth as keyof typeof withoutRight]
  const right = auth as Right
  return { security: [bearer], onRequest: requireRight(right), limit: 'moderation', described: describe(right) }
}

export function fastifySchemaOf(url: string, contract: RouteContract<unknown, unknown, unknown, Auth, Answers>) {
  const {
    summary,
    auth,
    limit,
    config,
    params,
    querystring,
    body,
    ifMatch,
    acceptsIdempotencyKey: isRepeatable,
    answers,
    problems = [],
  } = contract
  const input = {
    ...(params && { params }),
    ...(querystring && { querystring }),
    ...(body && { body }),
    ...(ifMatch && { headers: IfMatch }),
    ...(isRepeatable && { headers: IdempotencyKey }),
  }
  if (config?.isFile) return { hide: true, ...input, response: answers }
  const { security, described } = accessOf(auth)
  const response = {
    ...((params || querystring || body) && { 400: BadRequest }),
    ...(auth !== 'none' && { 401: Problem }),
    ...(described && { 403: Problem }),
    ...(params && { 404: Problem }),
    ...(ifMatch && { 412: versionConflictOf(ifMatch), 428: Problem }),
    ...(limit !== 'none' && { 429: RateLimited }),
    ...Object.fromEntries(problems.map((status) => [status, Problem])),
    ...answers,
  }
  return { tags: [url.split('/')[2] ?? ''], summary, security, ...described, ...input, response }
}

export type Route = (app: FastifyInstance) => void

export function route<Params, Query, Body, Who extends Auth, Answered extends Answers>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  options: RouteContract<Params, Query, Body, Who, Answered> &
    Handler<Params, Query, Body, Who, Answered> &
    Pick<Fastify.RouteOptions, 'bodyLimit' | 'compress' | 'errorHandler' | 'exposeHeadRoute'>,
): Route {
  const { auth, answers } = options
  const { onRequest, limit: ofAuth } = accessOf(auth)
  const limit = options.limit ?? ofAuth
  const config = { ...options.config, ...(limit && { limit }) }
  const handle = options.handler as (request: FastifyRequest, reply: FastifyReply) => unknown
  const status = Number(Object.keys(answers)[0] ?? 200)
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const body = await handle(request, reply)
    return reply.sent ? reply : reply.code(status).send(body ?? null)
  }
  const handler = status === 200 ? handle : answer
  return (app) =>
    app.route({
      ...options,
      method,
      url,
      onRequest,
      config,
      schema: fastifySchemaOf(app.prefix + url, options),
      handler,
    })
}

export const addRoutes = (app: FastifyInstance, table: Route[]) => table.forEach((add) => add(app))

export const routePlugin =
  (table: Route[]): Fastify.FastifyPluginAsync =>
  async (app) =>
    addRoutes(app, table)
