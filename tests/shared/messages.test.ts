import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { locales } from '#shared/locale.ts'

type Texts = Record<string, string>
/** Texts by their path: 'library.groups', 'benefits.items.0.title'. */
function textsOf(messages: object, prefix = ''): Texts {
  return Object.fromEntries(
    Object.entries(messages).flatMap(([name, value]: [string, string | object]) =>
      typeof value === 'string' ? [[prefix + name, value]] : Object.entries(textsOf(value, `${prefix}${name}.`)),
    ),
  )
}

const modules = import.meta.glob<object>(
  [
    '../../client/**/*messages.{en,es}.ts',
    '../../server/**/*messages.{en,es}.ts',
    '../../shared/**/*messages.{en,es}.ts',
  ],
  {
    eager: true,
    import: 'messages',
  },
)
const files = Object.keys(modules).filter((file) => file.endsWith('.en.ts'))
const features = files.map((path) => {
  const es = path.replace(/en\.ts$/, 'es.ts')
  return { file: path.replace('../../', ''), en: modules[path] ?? {}, es: modules[es] ?? {} }
})
const paramsOf = (text: string) => [...new Set(text.match(/(?<!\$)\{\w+\}/g))].toSorted()

const sourceOf = (patterns: string[]) =>
  globSync(patterns, { exclude: ['server/generated/**', '**/*messages.??.ts'] })
    .map((name) => readFileSync(name, 'utf8'))
    .join('\n')
const sources = { client: sourceOf(['client/**/*.{ts,tsx}']), server: sourceOf(['{server,shared}/**/*.ts']) }

test('every folder with texts has messages in both languages', () => {
  expect(files.length).toBeGreaterThan(10)
  expect(Object.keys(modules)).toHaveLength(files.length * locales.length)
})

test('no message group of a feature has the name of a common message group', () => {
  const common = features.find(({ file }) => file === 'client/app/messages.en.ts')?.en ?? {}
  const others = features.filter(({ file, en }) => file.startsWith('client/') && en !== common)
  expect(others.flatMap(({ en }) => Object.keys(en)).filter((group) => group in common)).toEqual([])
  expect(Object.keys(common)).toContain('dialog')
})

/** The sandbox is a separate program with texts of its own. */
test('no text contains the name of a site or plan, or a price', () => {
  const ours = /\b(?:Promptory|Premium|Gratis(?= te| incluye))\b|[$€]\s?\d|\d\s?[$€]/
  const named = features
    .filter(({ file }) => !file.startsWith('server/sandbox/'))
    .flatMap(({ file, en, es }) =>
      [en, es].flatMap((messages) =>
        Object.entries(textsOf(messages)).flatMap(([key, text]) =>
          ours.test(text) ? [`${file} ${key}: ${text}`] : [],
        ),
      ),
    )
  expect(named).toEqual([])
})

/** Terms and phrases to avoid, by language. Words of the specification are exempt. */
const unwanted = {
  en: [
    /\bany more\b/,
    /\bnot there anymore\b/,
    /\bnobody finds\b/i,
    /\bby the (?:month|year)\b/,
    /\bneeds? you\b/i,
    /\bgiven back\b/i,
  ],
  es: [/\blínea de órdenes\b/, /\bintentar de nuevo\b/i, /\bun moderador\b/i, /\bde a poco\b/, /\bautocontrol\b/i],
}

test.each(locales)('no text contains a term of the list of unwanted ones: %s', (locale) => {
  const found = features.flatMap(({ file, [locale]: messages }) =>
    Object.entries(textsOf(messages)).flatMap(([key, text]) =>
      unwanted[locale].some((pattern) => pattern.test(text)) ? [`${file} ${key}: ${text}`] : [],
    ),
  )
  expect(found).toEqual([])
})

describe.each(features)('$file', ({ file, en, es }) => {
  const texts = { en: textsOf(en), es: textsOf(es) }

  test('has the same keys and parameters in both languages', () => {
    expect(Object.keys(texts.es).toSorted()).toEqual(Object.keys(texts.en).toSorted())
    for (const [key, text] of Object.entries(texts.es))
      expect([key, paramsOf(text)]).toEqual([key, paramsOf(texts.en[key] ?? '')])
  })

  test('has no empty text', () => {
    for (const text of [...Object.values(texts.en), ...Object.values(texts.es)]) expect(text.trim()).not.toBe('')
  })

  test('has no unused text', () => {
    const source = file.startsWith('client/') ? sources.client : sources.server
    // A key may be in plural forms or a list, or be composed: `length.${tag}`.
    const isUsed = (key: string) => {
      const parts = key.replace(/\.\d.*$|\.(one|other)$/, '').split('.')
      if (source.includes(`'${parts.join('.')}'`)) return true
      const templates = parts.map((_part, position) =>
        parts.with(position, String.raw`\$\{[^}]+\}`).join(String.raw`\.`),
      )
      return new RegExp(`\`(${templates.join('|')})\``).test(source)
    }
    expect(Object.keys(texts.en).filter((key) => !isUsed(key))).toEqual([])
  })
})

test('no page shows the text of an Error object', () => {
  const logs = new Set([
    'client/app/api.ts',
    'client/start/entry-browser.tsx',
    'client/app/session/google-identity.tsx',
  ])
  const shown = globSync('client/**/*.{ts,tsx}').filter(
    (name) => !logs.has(name) && /\berror( as Error\))?\.message\b/.test(readFileSync(name, 'utf8')),
  )
  expect(shown).toEqual([])
})
