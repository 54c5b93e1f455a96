import * as z from 'zod/mini'
import { fieldError, isVisible, lineUpTo, wholeNumber } from '../fields.ts'
import { maxLibrarySlug } from '../slugs.ts'
import { highestTier } from '../tier.ts'

export const maxIds = 50
export const Id = wholeNumber(1, 2_147_483_647)
export const RequiredTier = wholeNumber(0, highestTier)

const isStorable = z.refine<string>(
  (text) => text.isWellFormed() && !text.includes('\0'),
  fieldError('schema.well_formed'),
)
const textUpTo = (max: number) => {
  const error = fieldError('schema.text_length', { min: 0, max })
  return z.string(error).check(z.maxLength(max, error), isStorable)
}
const visibleUpTo = (max: number) => {
  const error = fieldError('schema.text_length', { min: 1, max })
  return z.string(error).check(z.maxLength(max, error), z.refine<string>(isVisible, error), isStorable)
}
export const LibrarySlug = lineUpTo(maxLibrarySlug)
export const idsUpTo = (max: number) => {
  const error = fieldError('schema.list_max', { count: max })
  return z.array(Id).check(
    z.maxLength(max, error),
    z.refine<number[]>((ids) => new Set(ids).size === ids.length, fieldError('schema.other')),
  )
}

export type FieldMakers = {
  line: (max: number) => z.ZodMiniString
  text: (max: number) => z.ZodMiniString
  visible: (max: number) => z.ZodMiniString
  ids: () => z.ZodMiniArray<z.ZodMiniNumber>
}
export const validatedFields: FieldMakers = {
  line: lineUpTo,
  text: textUpTo,
  visible: visibleUpTo,
  ids: () => idsUpTo(maxIds),
}
/** Schemas of stored items. They check no limits, since imports and older rules allowed other values. */
export const storedFields: FieldMakers = {
  line: () => z.string(),
  text: () => z.string(),
  visible: () => z.string(),
  ids: () => z.array(z.int()),
}
export const Count = z.int().check(z.minimum(0))
