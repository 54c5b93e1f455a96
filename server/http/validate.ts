import { validatorCompiler } from 'fastify-type-provider-zod'
import { fieldError } from '#shared/fields.ts'
import { findUnstorable, normalizeTexts } from '#shared/texts.ts'
import { FieldProblem } from '../problem.ts'

/** Every text of a request is normalized before its schema sees it; one that cannot be stored and that no schema refuses is 400. */
export const validateNormalized: typeof validatorCompiler = (route) => {
  const validate = validatorCompiler(route)
  return (data: unknown) => {
    const result = validate(ArrayBuffer.isView(data) ? data : normalizeTexts(data)) as {
      value?: unknown
      error?: Error
    }
    const field = result.error ? null : findUnstorable(result.value)
    return field === null
      ? result
      : { error: new FieldProblem(field || 'body', fieldError('schema.well_formed').error) }
  }
}
