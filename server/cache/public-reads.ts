import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import findMyWay from 'find-my-way'
import * as z from 'zod/mini'
import { defaultTier } from '#shared/tier.ts'
import type { Locale } from '#shared/locale.ts'
import { findUnstorable, normalizeTexts } from '#shared/texts.ts'
import { bytesOf } from './response-cache.ts'
import type { ResponseCache } from './response-cache.ts'
import type { Tagged } from './cache-tags.ts'
import { isUnavailable } from '../database/db.ts'
import { localizeProblem } from '../http/problems.ts'
import { route, fastifySchemaOf } from '../http/route.ts'
import type { RouteContract, MemberRequest, Route } from '../http/route.ts'
import { HttpProblem } from '../problem.ts'

type Schema = z.core.$ZodType
type Json = string | number | boolean | null | undefined | Json[] | { [key: string]: Json }

type Answers<Item> = { 200: z.core.$ZodType<Item, Json> } & Record<number, Schema>
export type PublicRead<Params = unknown, Query = unknown, Item = unknown> = RouteContract<
  Params,
  Query,
  unknown,
  'none' | 'optional',
  Answers<Item>
> & {
  /** Reads the item for a tier. A result without tags is not cached. */
  read: (options: {
    params: Params
    query: Query
    locale: Locale
    tier: number
  }) => Promise<Tagged<Item, readonly string[] | null>>
  memberHandler?: (request: MemberRequest<Params, Query>) => Promise<unknown>
}

export type PublicResponse = { status: number; body: unknown; cacheTags: readonly string[] | null }

declare module 'fastify' {
  interface FastifyInstance {
    publicReads: PublicReads
  }
}

function parse(schema: Schema | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const parsed = z.safeParse(schema, normalizeTexts(value))
  if (!parsed.success || findUnstorable(parsed.data) !== null) throw new HttpProblem(400, 'problem.bad_request')
  return parsed.data
}

export class PublicReads {
  #router = findMyWay({ maxParamLength: 16_384 })
  #cache: ResponseCache
  #log: FastifyBaseLogger

  constructor(cache: ResponseCache, log: FastifyBaseLogger) {
    this.#cache = cache
    this.#log = log
  }

  add(path: string, read: PublicRead): void {
    const { response } = fastifySchemaOf(path, read)
    this.#router.on('GET', path, () => {}, { ...read, path, answers: response })
  }

  #find(address: string) {
    const [pathname = '', search] = address.split('?')
    const found = this.#router.find('GET', pathname)
    if (!found) throw new Error('No public read has this path.')
    const contract = found.store as PublicRead & { path: string }
    const input = () => ({
      params: parse(contract.params, found.params),
      query: parse(contract.querystring, Object.fromEntries(new URLSearchParams(search))),
    })
    return { contract, input, hasParams: Object.keys(found.params).length > 0, isUnbounded: search !== undefined }
  }

  #refuse(error: unknown, locale: Locale, { path, answers }: PublicRead & { path: string }): PublicResponse {
    const refusal = localizeProblem(error, locale)
    const schemaOfRefusal = refusal && answers[refusal.status]
    if (refusal && schemaOfRefusal) return { ...refusal, body: z.encode(schemaOfRefusal, refusal.body) }
    this.#log.error({ route: path, err: error }, 'read failed')
    return { status: isUnavailable(error) ? 503 : 500, body: null, cacheTags: null }
  }

  /** Returns the response of a route to a visitor, without HTTP. An error is logged and returned as its status. */
  async answer(address: string, locale: Locale): Promise<PublicResponse> {
    const { contract, input, hasParams, isUnbounded } = this.#find(address)
    // Caches only reads without path parameters, which many pages share.
    const key = hasParams ? null : `read ${locale} ${address}`
    const cached = key && this.#cache.get(key)
    if (cached) return { status: 200, body: JSON.parse(cached.bodies.identity.toString()), cacheTags: cached.tags }
    const version = this.#cache.version
    try {
      const { value, cacheTags } = await contract.read({ ...input(), locale, tier: defaultTier })
      const body = z.encode(contract.answers[200], value)
      if (key && cacheTags) {
        const bodies = { identity: bytesOf(JSON.stringify(body)) }
        this.#cache.set(key, { status: 200, tags: cacheTags, etag: '', headers: [], bodies, isUnbounded }, version)
      }
      return { status: 200, body, cacheTags }
    } catch (error) {
      return this.#refuse(error, locale, contract)
    }
  }

  /** Returns the response of a route to the member who sent `request`. It is not cached. */
  async answerMember(address: string, request: MemberRequest): Promise<PublicResponse> {
    const { contract, input } = this.#find(address)
    const { locale, tier } = request
    try {
      const { params, query } = input()
      const inner = Object.create(request, { params: { value: params }, query: { value: query } }) as MemberRequest
      const { memberHandler: answerMember, read } = contract
      const value = answerMember ? await answerMember(inner) : (await read({ params, query, locale, tier })).value
      return { status: 200, body: z.encode(contract.answers[200], value), cacheTags: null }
    } catch (error) {
      return this.#refuse(error, locale, contract)
    }
  }
}

const isOfMember = (request: FastifyRequest): request is MemberRequest => request.viewer !== null

export const publicRead =
  <Params, Query, Item>(url: string, options: PublicRead<Params, Query, Item>): Route =>
  (app) => {
    const { read, memberHandler: answerMember, ...contract } = options as PublicRead
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      if (isOfMember(request) && answerMember) return answerMember(request)
      const { value, cacheTags } = await read(request)
      if (cacheTags) reply.cacheTags(cacheTags)
      return value
    }
    route('GET', url, { ...contract, handler })(app)
    app.publicReads.add(app.prefix + url, options as PublicRead)
  }

export const publicReads = fp(
  (app, _options, done) => {
    app.decorate('publicReads', new PublicReads(app.responseCache, app.log))
    done()
  },
  { name: 'public-reads', dependencies: ['request'] },
)
