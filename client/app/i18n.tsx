import { createContext, use } from 'react'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { createTranslator } from '#shared/translate.ts'
import type { Translated } from '#shared/translate.ts'
import type { messages as commonMessages } from './messages.en.ts'
import { fetchChunk, loadOnce } from './fetch-chunk.ts'

const LocaleContext = createContext<Locale | null>(null)
export const LocaleProvider = LocaleContext

export function useLocale(): Locale {
  const locale = use(LocaleContext)
  if (!locale) throw new Error('Nothing is said outside <LocaleProvider>.')
  return locale
}

type Common = typeof commonMessages
type Load<Messages> = () => Promise<{ messages: Messages }>
type Files<Messages> = { en: Load<Messages>; es: Load<NoInfer<Translated<Messages>>> }

const common = { en: () => import('./messages.en.ts'), es: () => import('./messages.es.ts') }

let loadedLocales: readonly Locale[] = locales
export const setLocale = (locale: Locale) => void (loadedLocales = [locale])

const unloaded = new Set<(locale: Locale) => Promise<unknown>>()
export async function loadMessages(): Promise<void> {
  const loads = [...unloaded]
  unloaded.clear()
  await Promise.all(loads.flatMap((load) => loadedLocales.map(load)))
}

export async function fetchWithMessages<Part>(fetchPart: () => Promise<Part>): Promise<Part> {
  const part = await fetchChunk(fetchPart)
  await loadMessages()
  return part
}

/** Loads messages. An empty file counts as a failed load, since no text could be shown, not even an error. */
async function fetchMessages<Messages>(load: Load<Messages>): Promise<Messages> {
  const { messages } = await fetchChunk(load)
  if (!messages) throw new Error('The file has no messages.')
  return messages
}

export function defineMessages<Messages>(files: Files<Messages>) {
  const translatorOf = (locale: Locale) =>
    loadOnce(async () => {
      const [messages, featureMessages] = await Promise.all([
        fetchMessages<Translated<Common>>(common[locale]),
        fetchMessages(files[locale] as Load<Translated<Messages>>),
      ])
      return createTranslator({ ...messages, ...(featureMessages as object) } as Translated<Common & Messages>, locale)
    })
  const translators = { en: translatorOf('en'), es: translatorOf('es') }
  const load = (locale: Locale) => translators[locale]()
  unloaded.add(load)
  const useTranslate = () => use(load(useLocale()))
  return { useTranslate }
}

export const { useTranslate } = defineMessages(common)

const numberFormats = new Map<string, Intl.NumberFormat>()
function numberFormat(locale: Locale, decimals: number): Intl.NumberFormat {
  const key = `${locale} ${decimals}`
  const cachedFormat = numberFormats.get(key)
  if (cachedFormat) return cachedFormat
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  numberFormats.set(key, format)
  return format
}

export function useNumberFormat(decimals = 0) {
  const format = numberFormat(useLocale(), decimals)
  return (value: number) => format.format(value)
}
