import type { Locale } from '#shared/locale.ts'
import { writtenPattern } from '#shared/typed-text.ts'
import { searchWords, wordsIn } from './search-words.ts'

/** Ranking and phrases cost by the word, and nobody looks for more. */
const maxWords = 16
/** Shorter beginnings are those of very many words; a syllable of Hangul has two or three letters. */
const longBeginning = /^(?:\p{L}{4,}|[\uac00-\ud7a3]{2,})$/u

/** For to_tsquery: what is found, and what an index, which knows no order of words, finds of it and more. */
export type SearchQuery = { query: string; words: string }
/** `typed`: as it was. `forms`: each the words of a phrase. `beginning`: the words that its only word begins, in forms that stemming reaches. */
type Operand = { isNegated: boolean; isQuoted: boolean; typed: string; forms: string[][]; beginning?: string }

/** Each group is what must hold together, one group or another. */
function parse(q: string): Operand[][] {
  const groups: Operand[][] = [[]]
  let left = maxWords
  for (const [, minus, phrase, word = ''] of q.normalize('NFC').matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/g)) {
    if (/^or$/i.test(word) && minus === '') {
      groups.push([])
      continue
    }
    const isQuoted = phrase !== undefined
    const spellings = [
      ...new Set(([isQuoted ? 'both' : 'joined', 'parts'] as const).map((form) => searchWords(phrase ?? word, form))),
    ]
    const forms = spellings.map((text) => wordsIn(text).slice(0, left)).filter((form) => form.length > 0)
    left -= Math.max(0, ...forms.map((form) => form.length))
    if (forms.length > 0) groups.at(-1)?.push({ isNegated: minus === '-', isQuoted, typed: phrase ?? word, forms })
  }
  return groups.filter((group) => group.length > 0)
}

const phraseOf = (form: string[]) => `'${form.join(' ')}'`
const allOf = (form: string[]) => `(${form.map((word) => `'${word}'`).join(' & ')})`

function write(groups: Operand[][]): SearchQuery {
  const oneOf = ({ isNegated, forms, beginning }: Operand, textOf: (form: string[]) => string) =>
    `${isNegated ? '!' : ''}(${beginning ?? forms.map(textOf).join(' | ')})`
  const isWithoutOrder = ({ isNegated, forms }: Operand) => !isNegated || forms.every((form) => form.length === 1)
  const inGroups = (textOf: (operand: Operand, group: Operand[]) => string[]) =>
    groups.map((group) => `(${group.flatMap((operand) => textOf(operand, group)).join(' & ')})`).join(' | ')
  return {
    query: inGroups((operand) => [oneOf(operand, phraseOf)]),
    // A text may hold the words of a phrase that it must not hold.
    words: inGroups((operand, group) => {
      if (isWithoutOrder(operand)) return [oneOf(operand, allOf)]
      return group.some(isWithoutOrder) ? [] : [oneOf(operand, phraseOf)]
    }),
  }
}

/** In the words of a search engine ("exact", -without, or); cut behind so many words. Finds nothing where there are none. */
export const searchQuery = (q: string): SearchQuery => write(parse(q))

/** What stemming takes off a word with all before it: "negotiat" is no beginning of "negoti", but "negotiat-ing" has that stem. */
const endings: Record<Locale, string> = {
  en: 'e ed d er ing ng g ion on n al ity ty y ies ment ness able ly ive',
  es: 'a o as os ar er ir ando iendo ado ido cion ion on n ones es dad ad d mente able ista ivo oso',
}

/** Whether a search leaves something out, which may stand in any part of a text. */
export const hasExclusion = (q: string): boolean =>
  parse(q)
    .flat()
    .some(({ isNegated }) => isNegated)

/** As `searchQuery`, with the words that the last one of it begins; null where that is too short or no plain word. Without a language nothing is stemmed. */
export function beginningQuery(q: string, language?: Locale): SearchQuery | null {
  const groups = parse(q)
  const last = groups.at(-1)?.at(-1)
  const word = last?.forms.find((form) => form.length === 1)?.[0]
  if (!last || !word || last.isNegated || last.isQuoted || !longBeginning.test(word)) return null
  const words = (language ? endings[language].split(' ') : []).map((ending) => `'${word}${ending}'`)
  last.beginning = [`'${word}':*`, ...words].join(' | ')
  return write(groups)
}

/** Patterns of what is looked for, as it may stand in a text without accents. Only where the script has blanks a word ends before another letter. */
export function soughtPatterns(q: string): RegExp[] {
  const operands = parse(q).flat()
  return operands.flatMap(({ isNegated, typed }, at) => {
    if (isNegated) return []
    const endsAnywhere = at === operands.length - 1 && beginningQuery(q) !== null
    const source = writtenPattern(typed)
    const [before, after] = [
      /^[a-z]/i.test(source) ? '(?<![a-z])' : '',
      /[a-z]$/i.test(source) && !endsAnywhere ? '(?![a-z])' : '',
    ]
    return new RegExp(`${before}${source}${after}`, 'giu')
  })
}
