import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ZodFastifySchemaValidationError } from 'fastify-type-provider-zod'
import type { Locale } from '#shared/locale.ts'
import type { FieldProblems } from '#shared/problem.ts'
import { isUnavailable } from '../database/db.ts'
import { translate, translateMessage } from '../translate.ts'
import type { ProblemKey } from '../translate.ts'
import { invalidToken, HttpProblem, FieldProblem } from '../problem.ts'
import { issueMessage } from './issue-message.ts'
import { isReadMethod, requestTargetOf } from './request-target.ts'
import { isAccountRemoved } from './viewer.ts'

export const retryAfterSeconds = '2'

type Part = 'body' | 'query' | 'params' | 'headers'
const parts: Record<string, Part> = { body: 'body', querystring: 'query', params: 'params', headers: 'headers' }

function valueAt(value: unknown, path: string[]): unknown {
  const [name, ...rest] = path
  return name === undefined ? value : valueAt((value as Record<string, unknown> | null | undefined)?.[name], rest)
}

type Sent = { part: Part; sent: unknown }

const maxUnknownFields = 20
const unknownKeysOf = ({ keyword, params }: ZodFastifySchemaValidationError): string[] =>
  keyword === 'unrecognized_keys' ? (params as { keys: string[] }).keys.slice(0, maxUnknownFields) : []

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
  if (isBusy) reply.header('retry-after', retryAfterSeconds)
  return reply
    .code(isBusy ? 503 : 500)
    .send({ detail: translate(locale, isBusy ? 'problem.busy' : 'problem.failure'), request_id: request.id })
}

type LocalizedProblem = { status: number; body: Record<string, unknown>; cacheTags: readonly string[] | null }

export function localizeProblem(error: unknown, locale: Locale): LocalizedProblem | null {
  if (error instanceof HttpProblem) {
    const { status, messageKey, extensions: facts, cacheTags } = error
    return { status, body: { detail: translateMessage(locale, messageKey), ...facts }, cacheTags }
  }
  if (!(error instanceof FieldProblem)) return null
  const { field, messageKey, hints } = error
  const text = [messageKey, ...hints].map((key) => translateMessage(locale, key)).join(' ')
  return { status: 400, body: { [field]: [text] }, cacheTags: null }
}

export function sendProblem(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  // Not `request.locale`: a request whose path cannot be decoded has no decorators.
  const { locale } = requestTargetOf(request.raw)
  const refusal = localizeProblem(error, locale)
  if (refusal) {
    const { status: refused, body, cacheTags } = refusal
    if (cacheTags) reply.cacheTags(cacheTags)
    if (refused === 429 || refused === 503)
      reply.header('retry-after', String(typeof body.wait_seconds === 'number' ? body.wait_seconds : retryAfterSeconds))
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

const mayFollowAccountRemoval = (error: FastifyError) =>
  !error.validation &&
  !isUnavailable(error) &&
  !(error instanceof HttpProblem && [401, 403, 429, 503].includes(error.status))

async function replaceIfAccountRemoved(
  thrown: FastifyError,
  { viewer }: FastifyRequest,
): Promise<FastifyError | HttpProblem> {
  if (!viewer || !mayFollowAccountRemoval(thrown)) return thrown
  return (await isAccountRemoved(viewer).catch(() => false)) ? invalidToken() : thrown
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the new path of a moved item, or null. Called for responses with 404. */
    movedPaths: { find: (pathname: string) => Promise<string | null> }
  }
}

/** Redirects permanently, but with revalidation each time, since another item may use the slug later. */
export const redirectMoved = (reply: FastifyReply, address: string, status: 301 | 308) =>
  reply.header('cache-control', 'no-cache').redirect(address, status)

export async function findMovedUrl({ raw, server }: FastifyRequest): Promise<string | null> {
  const { pathname, search } = requestTargetOf(raw)
  try {
    const moved = await server.movedPaths.find(pathname)
    return moved && moved + search
  } catch {
    return null
  }
}

const metadata = { name: 'problems', dependencies: ['request-log'] }
export const problems = fp((app, _options, done) => {
  app.decorate('movedPaths', { find: () => Promise.resolve(null) })
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const isMissing = error instanceof HttpProblem && error.status === 404
    const moved = isMissing ? await findMovedUrl(request) : null
    if (moved !== null) return redirectMoved(reply, moved, isReadMethod(request.method) ? 301 : 308)
    return sendProblem((await replaceIfAccountRemoved(error, request)) as FastifyError, request, reply)
  })
  done()
}, metadata)
