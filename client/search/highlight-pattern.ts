import { spellingPattern } from '#shared/typed-text.ts'

/** Letters with and without accents. The search treats those of a group as equal. */
const equalLetters = ['aáàäâã', 'eéèëê', 'iíìïî', 'oóòöôõ', 'uúùüû', 'nñ', 'cç']

const withAccents = (word: string) =>
  word.replace(/\p{L}/gu, (letter) => `[${equalLetters.find((group) => group.includes(letter)) ?? letter}]`)

/** Suffixes that the full-text search removes from a word. */
const ending = /(?<=.{4})(?:ing|ed|es|e|s)$/u

/** Pattern for the words of a search, each with up to four more letters. It skips excluded words (-word). */
export function searchWordsPattern(q: string): RegExp | null {
  const words = q
    .toLowerCase()
    .split(/[\s"“”(),;:!?]+/u)
    .filter((word) => !word.startsWith('-') && word !== 'or')
    .map((word) => spellingPattern(word.replace(ending, ''), withAccents))
    .filter((source) => source !== '')
  if (words.length === 0) return null
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words.join('|')})\p{L}{0,4}(?![\p{L}\p{N}])`, 'giu')
}
