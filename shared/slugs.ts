import * as z from 'zod/mini'
import { fieldError } from './fields.ts'

export const maxSlug = 100

/** Makes a slug: `What’s new in 2027?` becomes `what-s-new-in-2027`. Empty if no letter or digit is left. */
export const slugOf = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlug)
    .replaceAll(/^-|-$/g, '')

export const maxLibrarySlug = 200
export const librarySlugPattern = /^[a-z0-9][a-z0-9_.-]{0,199}$/

/** Changes A to Z to lower case, as canonical page paths do. Other letters stay. */
export const lowerCaseSlug = (text: string) => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())

const error = fieldError('schema.slug', { max: maxSlug })
export const Slug = z.string(error).check(z.maxLength(maxSlug, error), z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, error))
