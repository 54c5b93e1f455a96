import { use } from 'react'
import type { Locale } from '#shared/locale.ts'
import { useLocale } from './i18n.tsx'

/** Notes on a promise, as React itself does, what it came to: who uses it later need not wait for a turn. */
function readAtOnce<Value>(promise: Promise<Value>): Promise<Value> {
  void promise.then((value) => Object.assign(promise, { status: 'fulfilled', value }))
  return promise
}

export type Copy<Text> = {
  /** Fetches the text of a language; a page's `load` waits for it before the server draws. */
  load: (locale: Locale) => Promise<Text>
  /** The text in the language of the page. */
  useCopy: () => Text
}

/**
 * The long text of one page, in files of its own, of which a visitor fetches that of one language. Short texts are in
 * shared/locales. The files are named `*.en.ts` and `*.es.ts`, so that the server can announce the right one.
 */
export function copyOf<Text>(files: Record<Locale, () => Promise<Text>>): Copy<Text> {
  const loading: Partial<Record<Locale, Promise<Text>>> = {}
  const load = (locale: Locale) => (loading[locale] ??= readAtOnce(files[locale]()))
  const useCopy = () => use(load(useLocale()))
  return { load, useCopy }
}
