import type { Locale } from '#shared/locale.ts'
import { answersEn } from '#shared/locales/answers.en.ts'
import { answersEs } from '#shared/locales/answers.es.ts'
import { say } from '#shared/words.ts'
import type { AnswerKey, Places } from '#shared/words.ts'

const languages = { en: answersEn, es: answersEs }

/** A text of the server's in the language of whoever asked. */
export function sayIn(locale: Locale, key: AnswerKey, places?: Places): string {
  return say(languages[locale], locale, key, places)
}
