import { createContext, use, useCallback } from 'react'
import type { ReactNode } from 'react'
import type { Locale } from '#shared/locale.ts'
import { say } from '#shared/words.ts'
import type { Places, WordKey, Words } from '#shared/words.ts'

type Language = { locale: Locale; words: Words }
const LanguageContext = createContext<Language | null>(null)

/** What is inside speaks this language. */
export function Speaking({ language, children }: { language: Language; children: ReactNode }) {
  return <LanguageContext value={language}>{children}</LanguageContext>
}

function useLanguage(): Language {
  const language = use(LanguageContext)
  if (!language) throw new Error('Nothing is said outside <Speaking>.')
  return language
}

export const useLocale = () => useLanguage().locale

/** The function that says a text by its key, in the language of the page. */
export function useSay() {
  const { locale, words } = useLanguage()
  return useCallback((key: WordKey, places?: Places) => say(words, locale, key, places), [words, locale])
}

/** Formats are dear to make and the same everywhere. */
const numberFormats = new Map<string, Intl.NumberFormat>()
function numberFormat(locale: Locale, decimals: number): Intl.NumberFormat {
  const key = `${locale} ${decimals}`
  const made = numberFormats.get(key)
  if (made) return made
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  numberFormats.set(key, format)
  return format
}

/** A number as the language writes it, with this many decimals. */
export function useNumber(decimals = 0) {
  const format = numberFormat(useLocale(), decimals)
  return (value: number) => format.format(value)
}
