import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ZodFastifySchemaValidationError } from 'fastify-type-provider-zod'
import type { Locale } from '#shared/locale.ts'
import type { FieldProblems } from '#shared/problem.ts'
import { isUnavailable } from '../database/db.ts'
import { translate, translateMessage } from '../translate.ts'
import type { ProblemKey } from '../translate.ts'
import { badToken, HttpProblem, FieldProblem } from '../problem.ts'
import { issueMessage } from './issue-message.ts'
import { isRead, localeOf, requestTargetOf } from './request-target.ts'
import { isAccountRemoved } from './viewer.ts'

export const retrySeconds = '2'

type Part = 'body' | 'query' | 'params' | 'headers'
const parts: Record<string, Part> = { body: 'body', querystring: 'query', params: 'params', headers: 'headers' }

function valueAt(value: unknown, path: string[]): unknown {
  const [name, ...rest] = path
  return name === undefined ? value : valueAt((value as Record<string, unknown> | null | undefined)?.[name], rest)
}

type Sent = { part: Part; sent: unknown }

/** Of those that no schema knows, as many as somebody may have meant. */
const maxUnknown = 20
const unknownKeysOf = ({ keyword, params }: ZodFastifySchemaValidationError): string[] =>
  keyword === 'unrecognized_keys' ? (params as { keys: string[] }).keys.slice(0, maxUnknown) : []

function fieldsOf(errors: ZodFastifySchemaValidationError[], { part, sent }: Sent, locale: Locale): FieldProblems {
  const fields: FieldProblems = {}
  for (const error of errors) {
    const path = error.instancePath.split('/').filter((name) => name !== '')
    const unknown = unknownKeysOf(error)
    for (const key of unknown) fields[[...path, key].join('.')] = [translate(locale, 'problem.unknown_field')]
    if (unknown.length > 0) continue
    const name = path.join('.') || 'body'
    const message = issueMessage(error, { value: valueAt(sent, path), isInQuery: part === 'query' })
    const text = translateMessage(locale, message)
    fields[name] = [...new Set([...(fields[name] ?? []), text])]
  }
  return fields
}

const messageKeys: Record<string, ProblemKey> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'problem.wrong_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'problem.bad_request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'problem.wrong_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'problem.too_large',
}

function answerFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply, locale: Locale) {
  request.failure = error
  const isBusy = isUnavailable(error)
  if (isBusy) reply.header('retry-after', retrySeconds)
  return reply
    .code(isBusy ? 503 : 500)
    .send({ detail: translate(locale, isBusy ? 'problem.busy' : 'problem.failure'), request_id: request.id })
}

type LocalizedProblem = { status: number; body: Record<string, unknown>; cacheTags: readonly string[] | null }

export function problemBodyOf(error: unknown, locale: Locale): LocalizedProblem | null {
  if (error instanceof HttpProblem) {
    const { status, messageKey, facts, cacheTags } = error
    return { status, body: { detail: translateMessage(locale, messageKey), ...facts }, cacheTags }
  }
  if (!(error instanceof FieldProblem)) return null
  const { field, messageKey, hints } = error
  const text = [messageKey, ...hints].map((key) => translateMessage(locale, key)).join(' ')
  return { status: 400, body: { [field]: [text] }, cacheTags: null }
}

export function answerProblem(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  // An undecodable path meets no hook and has no locale yet.
  const locale = (request.locale as Locale | undefined) ?? localeOf(request)
  const refusal = problemBodyOf(error, locale)
  if (refusal) {
    const { status: refused, body, cacheTags } = refusal
    if (cacheTags) reply.cacheTags(cacheTags)
    if (refused === 429 || refused === 503)
      reply.header('retry-after', String(typeof body.wait_seconds === 'number' ? body.wait_seconds : retrySeconds))
    return reply.code(refused).send({ ...body, ...(refused >= 500 && { request_id: request.id }) })
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const part = parts[(error as FastifyError).validationContext ?? ''] ?? 'body'
    return reply.code(400).send(fieldsOf(error.validation, { part, sent: request[part] }, locale))
  }
  const status = error.statusCode ?? 500
  if (status >= 500) return answerFailure(error, request, reply, locale)
  return reply.code(status).send({ detail: translate(locale, messageKeys[error.code] ?? 'problem.bad_request') })
}

/** 401, 403, 429 and 503 have their reasons; the rest may come of an account removed since the request began. */
const mayResultFromRemoval = (error: FastifyError) =>
  !error.validation &&
  !isUnavailable(error) &&
  !(error instanceof HttpProblem && [401, 403, 429, 503].includes(error.status))

async function orAccountRemoved(thrown: FastifyError, { viewer }: FastifyRequest): Promise<FastifyError | HttpProblem> {
  if (!viewer || !mayResultFromRemoval(thrown)) return thrown
  return (await isAccountRemoved(viewer).catch(() => false)) ? badToken() : thrown
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Where what a path led to before is now; null where nothing was there. Asked of what is not found alone. */
    movedPaths: { find: (pathname: string) => Promise<string | null> }
  }
}

/** To where it is now: for ever, but asked for again each time, since an address may come back. */
export const redirectMoved = (reply: FastifyReply, address: string, status: 301 | 308) =>
  reply.header('cache-control', 'no-cache').redirect(address, status)

/** Where the path of a request is now, with its query. */
export async function findMoved({ raw, server }: FastifyRequest): Promise<string | null> {
  const { pathname, search } = requestTargetOf(raw)
  try {
    const moved = await server.movedPaths.find(pathname)
    return moved && moved + search
  } catch {
    // The database was away since.
    return null
  }
}

const metadata = { name: 'problems', dependencies: ['request-log'] }
export const problems = fp((app, _options, done) => {
  app.decorate('movedPaths', { find: () => Promise.resolve(null) })
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const isMissing = error instanceof HttpProblem && error.status === 404
    const moved = isMissing ? await findMoved(request) : null
    if (moved !== null) return redirectMoved(reply, moved, isRead(request.method) ? 301 : 308)
    return answerProblem((await orAccountRemoved(error, request)) as FastifyError, request, reply)
  })
  done()
}, metadata)
