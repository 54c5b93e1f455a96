import * as z from 'zod/mini'
import { fieldError } from './fields.ts'

export const maxSlug = 100

/** What an address is called after: `What’s new in 2027?` → `what-s-new-in-2027`. Empty where nothing of it is left. */
export const slugOf = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlug)
    .replaceAll(/^-|-$/g, '')

const error = fieldError('schema.slug', { max: maxSlug })
export const Slug = z.string(error).check(z.maxLength(maxSlug, error), z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, error))
