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

export const maxLibrarySlug = 200
/** Of whatever the library holds, with `maxLibrarySlug` characters at most: addresses of pages are in lower case. */
export const librarySlugPattern = /^[a-z0-9][a-z0-9_.-]{0,199}$/

/** Letters from A to Z alone, as the server spells addresses. */
export const lowerCaseSlug = (text: string) => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())

const error = fieldError('schema.slug', { max: maxSlug })
export const Slug = z.string(error).check(z.maxLength(maxSlug, error), z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, error))
