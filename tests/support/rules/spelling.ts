import { readFileSync } from 'node:fs'
import { createHunspellFromStrings } from 'hunspell-wasm'
import type { Locale } from '#shared/locale.ts'
import { wordsOf } from './prose.ts'
import type { Word } from './prose.ts'

type IsKnown = (word: string) => boolean
type Blank = (text: string) => string

const textOf = (data: Uint8Array) => new TextDecoder().decode(data)

export async function loadDictionary(locale: Locale): Promise<IsKnown> {
  const { default: dictionary } = await (locale === 'en' ? import('dictionary-en') : import('dictionary-es'))
  const hunspell = await createHunspellFromStrings(textOf(dictionary.aff), textOf(dictionary.dic))
  const known = new Map<string, boolean>()
  return (word) => {
    const isKnown = known.get(word) ?? hunspell.testSpelling(word)
    known.set(word, isKnown)
    return isKnown
  }
}

export type WordList = {
  name: string
  lines: string[]
  has: IsKnown
  forbids: IsKnown
  blank: Blank
  findUnused: () => string[]
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const plainWord = /^\p{L}[\p{L}']*$/u

/** Format: one word or phrase a line; `*` before a refused word; `#` starts a comment (as in hunspell). */
export function readWordList(name: string): WordList {
  const lines = readFileSync(`prisma/content/${name}`, 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  const wrong = new Set(lines.filter((line) => line.startsWith('*')).map((line) => line.slice(1)))
  const words = new Set(lines.filter((line) => plainWord.test(line)))
  const phrases = lines
    .filter((line) => !line.startsWith('*') && !words.has(line))
    .toSorted((one, other) => other.length - one.length)
  const phraseOf = new Map(phrases.map((phrase) => [phrase.toLowerCase(), phrase]))
  const anyPhrase = new RegExp(`(?<!\\p{L})(?:${phrases.map(escaped).join('|') || '(?!)'})(?!\\p{L})`, 'giu')
  const used = new Set<string>()
  return {
    name,
    lines,
    has: (word) => {
      const entry = [word, word.toLowerCase()].find((form) => words.has(form))
      if (entry !== undefined) used.add(entry)
      return entry !== undefined
    },
    forbids: (word) => wrong.has(word.toLowerCase()),
    blank: (text) =>
      text.replaceAll(anyPhrase, (found) => {
        used.add(phraseOf.get(found.toLowerCase()) ?? found)
        return ' '.repeat(found.length)
      }),
    findUnused: () => [...words, ...phrases].filter((line) => !used.has(line)),
  }
}

const accents: Record<string, string> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú' }
const withoutAccents = (word: string) => word.replaceAll(/[áéíóú]/g, (vowel) => vowel.normalize('NFD').charAt(0))
const withFinalAccent = (word: string) => word.replace(/[aeiou](?=[^aeiou]*$)/, (vowel) => accents[vowel] ?? vowel)
const pronouns = [
  { ending: /(?:l[aeo]s?|[mts]e|n?os)$/, count: 1 },
  { ending: /(?:[mts]e|n?os)l[aeo]s?$/, count: 2 },
]

/** Spanish verbs with pronouns, such as "dígamelo": the dictionary has only some. */
function isVerbWithPronouns(word: string, isKnown: IsKnown): boolean {
  return pronouns.some(({ ending, count }) => {
    const verb = word.toLowerCase().replace(ending, '')
    if (verb.length === word.length) return false
    const plain = withoutAccents(verb)
    const isStressedLast =
      /^[^aeiou]*[aeiou][^aeiou]*$|[rdz]$/.test(plain) || (plain.endsWith('n') && isKnown(withFinalAccent(plain)))
    if (!isStressedLast && /[áéíóú]$/.test(verb)) return false
    if (count === 1 && isStressedLast) return verb === plain && (isKnown(plain) || isKnown(withFinalAccent(plain)))
    return verb !== plain && (isKnown(plain) || isKnown(verb))
  })
}

const isPossessive = (word: string, isKnown: IsKnown) => /'s?$/.test(word) && isKnown(word.replace(/'s?$/, ''))
const isInflected: Record<Locale, typeof isPossessive> = { en: isPossessive, es: isVerbWithPronouns }

export type Speller = { isRight: IsKnown; findWrong: (text: string) => Word[] }

export function createSpeller(locale: Locale, dictionary: IsKnown, lists: WordList[]): Speller {
  const isKnown: IsKnown = (word) => dictionary(word) || lists.some((list) => list.has(word))
  const isRight: IsKnown = (word) => {
    if (lists.some((list) => list.forbids(word))) return false
    if (dictionary(word) || isInflected[locale](word, isKnown) || lists.some((list) => list.has(word))) return true
    return word.includes('-') && word.split('-').every((part) => part.length < 2 || isRight(part))
  }
  return {
    isRight,
    findWrong: (text) =>
      wordsOf(lists.reduce((rest, list) => list.blank(rest), text)).filter(({ word }) => !isRight(word)),
  }
}
