import * as z from 'zod/mini'
import { fieldError, isVisible } from './fields.ts'

/** Line breaks may stand in it. */
export function paragraphsUpTo(max: number) {
  const error = fieldError('schema.text_length', { min: 1, max })
  return z.string(error).check(
    z.trim(),
    z.maxLength(max, error),
    z.refine<string>(isVisible, error),
    z.refine<string>((text) => text.isWellFormed() && !/[^\P{Cc}\n\r\t]/u.test(text), fieldError('schema.well_formed')),
  )
}

/** English, which stands in for what is not translated, is always there. */
export const inLocales = <Text extends z.ZodMiniType>(text: Text) => z.strictObject({ en: text, es: z.nullable(text) })
