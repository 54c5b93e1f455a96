import { spellingPattern } from '#shared/typed-text.ts'

/** Letters that a search takes for each other: with and without the accents of both languages. */
const alike = ['aáàäâã', 'eéèëê', 'iíìïî', 'oóòöôõ', 'uúùüû', 'nñ', 'cç']

const plain = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const withAccents = (word: string) =>
  word.replace(/\p{L}/gu, (letter) => `[${alike.find((group) => group.includes(letter)) ?? letter}]`)

/** The part of a title that was typed, whatever its case, as the server finds it. */
export function partPattern(typed: string): RegExp | null {
  const part = typed.trim()
  return part === '' ? null : new RegExp(plain(part), 'giu')
}

/** Endings that the search of texts takes off words, so that what it finds has others. */
const ending = /(?<=.{4})(?:ing|ed|es|e|s)$/u

/** The words of a search, and words that are at most four letters longer; what is left out (-word) is not there to be marked. */
export function wordsPattern(q: string): RegExp | null {
  const words = q
    .toLowerCase()
    .split(/[\s"“”(),;:!?]+/u)
    .filter((word) => !word.startsWith('-') && word !== 'or')
    .map((word) => spellingPattern(word.replace(ending, ''), withAccents))
    .filter((source) => source !== '')
  if (words.length === 0) return null
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words.join('|')})\p{L}{0,4}(?![\p{L}\p{N}])`, 'giu')
}
