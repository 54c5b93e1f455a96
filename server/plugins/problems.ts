import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ZodFastifySchemaValidationError } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Locale } from '#shared/locale.ts'
import type { FieldProblem } from '#shared/problem.ts'
import type { AnswerKey } from '#shared/words.ts'
import { Refusal, WrongField } from '../problem.ts'
import { sayIn } from '../words.ts'
import { localeOf } from './asked.ts'

const issueTexts = { en: z.locales.en().localeError, es: z.locales.es().localeError }

const isKey = (message = ''): message is AnswerKey => /^[a-z_]+(\.[a-z_]+)+$/.test(message)

/** Checks that have a text of ours carry its key; the others are said by zod in its words for the language. */
function textOf({ keyword, message, params }: ZodFastifySchemaValidationError, locale: Locale): string {
  if (isKey(message)) return sayIn(locale, message)
  const said = issueTexts[locale]({ code: keyword, ...params } as z.core.$ZodRawIssue)
  return (typeof said === 'string' ? said : said?.message) ?? message ?? ''
}

function fieldsOf(errors: ZodFastifySchemaValidationError[], locale: Locale): FieldProblem {
  const fields: FieldProblem = {}
  for (const error of errors) {
    const name = error.instancePath.slice(1).replaceAll('/', '.') || 'body'
    fields[name] = [...(fields[name] ?? []), textOf(error, locale)]
  }
  return fields
}

const known: Record<string, AnswerKey> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'problem.wrong_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'problem.bad_request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'problem.wrong_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'problem.too_large',
}
/** Codes of a database that cannot be reached, is busy, or let another go first: the next try may succeed. */
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'P2034',
  'P2037',
  '57P01',
  '57P03',
  '40P01',
])

function failure(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  request.log.error({ err: error }, 'request failed')
  const busy =
    unreachable.has(error.code) ||
    unreachable.has((error.cause as { code?: string } | undefined)?.code ?? '') ||
    /connect|terminat/i.test(error.message)
  if (busy) reply.header('retry-after', '2')
  return reply
    .code(busy ? 503 : 500)
    .send({ detail: sayIn(request.locale, busy ? 'problem.busy' : 'problem.failure'), request_id: request.id })
}

/** Turns whatever was thrown into the one shape of a refusal: a clear sentence, the field where there is one, no internals. */
export function answerProblem(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  // An address that cannot be decoded meets no hook, and so has no language yet.
  const locale = (request.locale as Locale | undefined) ?? localeOf(request)
  if (error instanceof Refusal) {
    const { status, word, facts } = error
    if (status === 429 || status === 503)
      reply.header('retry-after', String(typeof facts.wait_seconds === 'number' ? facts.wait_seconds : 2))
    return reply
      .code(status)
      .send({ detail: sayIn(locale, word), ...facts, ...(status >= 500 && { request_id: request.id }) })
  }
  if (error instanceof WrongField) return reply.code(400).send({ [error.field]: [sayIn(locale, error.word)] })
  if (hasZodFastifySchemaValidationErrors(error)) return reply.code(400).send(fieldsOf(error.validation, locale))
  const status = error.statusCode ?? 500
  if (status >= 500) return failure(error, request, reply)
  return reply.code(status).send({ detail: sayIn(locale, known[error.code] ?? 'problem.bad_request') })
}

export const problems = fp((app, _options, done) => {
  app.setErrorHandler<FastifyError>(answerProblem)
  done()
})
