import type { ThreadListQuery } from '#shared/forum/schema.ts'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

/** Languages of a list: the reader's, or all. */
export const languagesOf = (languages: ThreadListQuery['languages'], locale: Locale): readonly Locale[] =>
  languages === 'all' ? locales : [locale]
