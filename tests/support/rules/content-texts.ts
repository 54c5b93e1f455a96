import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

const folder = 'prisma/content'

export type ContentText = { at: string; locale: Locale; text: string }

const notTexts = new Set(['inputs', 'unavailable_text'])
const findLocale = (name: unknown) => locales.find((locale) => locale === name)

function textsIn(value: unknown, at: string[], locale?: Locale): ContentText[] {
  if (typeof value === 'string') return locale ? [{ at: at.join(' '), locale, text: value }] : []
  if (typeof value !== 'object' || value === null) return []
  const { slug, locale: textLocale, ...rest } = value as { slug?: string; locale?: string }
  const here = slug === undefined ? at : [...at, slug]
  return Object.entries(rest)
    .filter(([key]) => !notTexts.has(key))
    .flatMap(([key, inner]) =>
      textsIn(
        inner,
        [...here, key],
        findLocale(key) ?? findLocale(textLocale) ?? locale ?? (key === 'name' ? 'en' : undefined),
      ),
    )
}

function textsOfFile(path: string): ContentText[] {
  const text = readFileSync(join(folder, path), 'utf8')
  if (path.endsWith('.md')) return textsIn(text, [path], findLocale(path.split('.').at(-2)))
  if (path.endsWith('.json')) return textsIn(JSON.parse(text), [path])
  return text
    .trimEnd()
    .split('\n')
    .flatMap((line, index) => textsIn(JSON.parse(line), [`${path}:${index + 1}`]))
}

export function readContentTexts(): ContentText[] {
  return globSync('**/*.{ndjson,json,md}', { cwd: folder })
    .toSorted()
    .flatMap((path) => textsOfFile(path))
}
