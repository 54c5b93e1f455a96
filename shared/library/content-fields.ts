import * as z from 'zod/mini'
import { fieldError, isLine, isVisible } from '../fields.ts'

export function trimmedLineUpTo(max: number) {
  const error = fieldError('schema.line_length', { max })
  return z.string(error).check(z.trim(), z.maxLength(max, error), z.refine<string>(isLine, error))
}

export function paragraphsUpTo(max: number) {
  const error = fieldError('schema.text_length', { min: 1, max })
  return z.string(error).check(
    z.trim(),
    z.maxLength(max, error),
    z.refine<string>(isVisible, error),
    z.refine<string>((text) => text.isWellFormed() && !/[^\P{Cc}\n\r\t]/u.test(text), fieldError('schema.well_formed')),
  )
}

export const inLocales = <Text extends z.ZodMiniType>(text: Text) => z.strictObject({ en: text, es: z.nullable(text) })
