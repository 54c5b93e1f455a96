import { locales } from '../locale.ts'
import type { Locale } from '../locale.ts'
import type { ThreadListQuery } from './schema.ts'

export const languagesOf = (languages: ThreadListQuery['languages'], locale: Locale): readonly Locale[] =>
  languages === 'all' ? locales : [locale]

const words: Record<Locale, string> = {
  en: 'the and to of is in that it for you with this what how are my i not on have which does was be or but an from your can we they',
  es: 'el la los las de que y en un una es por con para se lo del al como cómo qué mi su más está pero tu hay sin esto muy cuando',
}
const languageOfWord = new Map<string, Locale>(
  locales.flatMap((locale) => words[locale].split(' ').map((word) => [word, locale] as const)),
)

/** Guesses the language of a Markdown text by frequent words, without code. `otherwise` decides a tie. */
export function guessLanguage(text: string, otherwise: Locale): Locale {
  const prose = text.slice(0, 5_000).replaceAll(/```.*?(?:```|$)|`[^`]*`|https?:\S*/gs, ' ')
  const counts = { en: 0, es: prose.match(/[¿¡ñ]/g)?.length ?? 0 }
  for (const [word] of prose.toLowerCase().matchAll(/\p{L}+/gu)) {
    const language = languageOfWord.get(word)
    if (language) counts[language]++
  }
  if (counts.en === counts.es) return otherwise
  return counts.en > counts.es ? 'en' : 'es'
}
