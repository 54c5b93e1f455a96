import { z } from 'zod'
import { invalidRequest } from './errors.ts'

/** Bodies and queries of /_sandbox. */
export function parse<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const parsed = schema.safeParse(given ?? {})
  if (parsed.success) return parsed.data
  throw invalidRequest(z.prettifyError(parsed.error).replaceAll('\n', ' '))
}
