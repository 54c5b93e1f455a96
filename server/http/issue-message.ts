import type { ZodFastifySchemaValidationError } from 'fastify-type-provider-zod'
import { fieldError, parseMessage } from '#shared/fields.ts'
import type { TranslatableProblem } from '../translate.ts'

type Facts = {
  expected?: string
  origin?: string
  minimum?: number
  maximum?: number
  values?: unknown[]
  format?: string
}

function wrongType({ expected }: Facts, value: unknown): TranslatableProblem {
  if (expected === 'object' || expected === 'record') return fieldError('schema.fields').error
  if (expected === 'array') return fieldError('schema.list').error
  if (value === undefined || value === null) return fieldError('schema.required').error
  if (expected === 'string') return fieldError(Array.isArray(value) ? 'schema.once' : 'schema.text').error
  return fieldError(expected === 'number' || expected === 'int' ? 'schema.number' : 'schema.other').error
}

function wrongSize(keyword: string, { origin, minimum = 0, maximum = 0 }: Facts): TranslatableProblem {
  const isSmall = keyword === 'too_small'
  if (origin === 'string')
    return isSmall
      ? fieldError('schema.longer', { count: minimum }).error
      : fieldError('schema.shorter', { count: maximum }).error
  if (origin === 'array' && !isSmall) return fieldError('schema.list_max', { count: maximum }).error
  return isSmall
    ? fieldError('schema.number_min', { min: minimum }).error
    : fieldError('schema.number_max', { max: maximum }).error
}

type Sent = { value: unknown; isInQuery: boolean }

export function issueMessage(issue: ZodFastifySchemaValidationError, { value, isInQuery }: Sent): TranslatableProblem {
  const { keyword, message } = issue
  const facts = issue.params as Facts
  if (isInQuery && Array.isArray(value) && facts.origin !== 'array') return fieldError('schema.once').error
  if (message !== undefined && parseMessage(message)) return message as TranslatableProblem
  if (keyword === 'invalid_type') return wrongType(facts, value)
  if (keyword === 'too_small' || keyword === 'too_big') return wrongSize(keyword, facts)
  if (keyword === 'invalid_value' && facts.values)
    return fieldError('schema.choice', { options: facts.values.join(', ') }).error
  if (keyword === 'invalid_format' && facts.format === 'uuid') return fieldError('schema.id').error
  return fieldError('schema.other').error
}
