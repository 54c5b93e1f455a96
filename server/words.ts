import type { Locale } from '#shared/locale.ts'
import { en } from '#shared/locales/en.ts'
import { es } from '#shared/locales/es.ts'
import { say } from '#shared/words.ts'
import type { Places, WordKey } from '#shared/words.ts'

const languages = { en, es }

/** A text of the server's in the language of whoever asked. */
export function sayIn(locale: Locale, key: WordKey, places?: Places): string {
  return say(languages[locale], locale, key, places)
}
