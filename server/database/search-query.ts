import type { Locale } from '#shared/locale.ts'
import { spellingPattern } from '#shared/typed-text.ts'
import { searchWords, splitWords } from './search-words.ts'

const maxWords = 16
const longPrefix = /^(?:\p{L}{4,}|[\uac00-\ud7a3]{2,})$/u

/** Texts for to_tsquery. `query` is exact. `words` is for an index without word order and may match more. */
export type SearchQuery = { query: string; words: string }
/** `forms`: alternative spellings, each a list of words. `beginning`: to_tsquery text that matches a prefix. */
type Operand = { isNegated: boolean; isQuoted: boolean; typed: string; forms: string[][]; beginning?: string }

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
    const forms = spellings.map((text) => splitWords(text).slice(0, left)).filter((form) => form.length > 0)
    left -= Math.max(0, ...forms.map((form) => form.length))
    if (forms.length > 0) groups.at(-1)?.push({ isNegated: minus === '-', isQuoted, typed: phrase ?? word, forms })
  }
  return groups.filter((group) => group.length > 0)
}

const phraseOf = (form: string[]) => `'${form.join(' ')}'`
const conjunctionOf = (form: string[]) => `(${form.map((word) => `'${word}'`).join(' & ')})`

function queryOf(groups: Operand[][]): SearchQuery {
  const oneOf = ({ isNegated, forms, beginning }: Operand, textOf: (form: string[]) => string) =>
    `${isNegated ? '!' : ''}(${beginning ?? forms.map(textOf).join(' | ')})`
  const isWithoutOrder = ({ isNegated, forms }: Operand) => !isNegated || forms.every((form) => form.length === 1)
  const inGroups = (textOf: (operand: Operand, group: Operand[]) => string[]) =>
    groups.map((group) => `(${group.flatMap((operand) => textOf(operand, group)).join(' & ')})`).join(' | ')
  return {
    query: inGroups((operand) => [oneOf(operand, phraseOf)]),
    words: inGroups((operand, group) => {
      if (isWithoutOrder(operand)) return [oneOf(operand, conjunctionOf)]
      return group.some(isWithoutOrder) ? [] : [oneOf(operand, phraseOf)]
    }),
  }
}

/** Parses `"exact phrase"`, `-excluded` and `or`. Ignores words after the 16th. A text without words finds nothing. */
export const searchQuery = (q: string): SearchQuery => queryOf(parse(q))

/** Word endings that stemming removes. The prefix "negotiat" must find "negotiating", whose stem is "negoti". */
const endings: Record<Locale, string> = {
  en: 'e ed d er ing ng g ion on n al ity ty y ies ment ness able ly ive',
  es: 'a o as os ar er ir ando iendo ado ido cion ion on n ones es dad ad d mente able ista ivo oso',
}

export const hasNegatedTerm = (q: string): boolean =>
  parse(q)
    .flat()
    .some(({ isNegated }) => isNegated)

/** Like `searchQuery`, with the last word as a prefix. Null if that word is short, excluded or in a phrase. */
export function prefixSearchQuery(q: string, language?: Locale): SearchQuery | null {
  const groups = parse(q)
  const last = groups.at(-1)?.at(-1)
  const word = last?.forms.find((form) => form.length === 1)?.[0]
  if (!last || !word || last.isNegated || last.isQuoted || !longPrefix.test(word)) return null
  const words = (language ? endings[language].split(' ') : []).map((ending) => `'${word}${ending}'`)
  last.beginning = [`'${word}':*`, ...words].join(' | ')
  return queryOf(groups)
}

export function searchPatterns(q: string): RegExp[] {
  const operands = parse(q).flat()
  return operands.flatMap(({ isNegated, typed }, at) => {
    if (isNegated) return []
    const endsAnywhere = at === operands.length - 1 && prefixSearchQuery(q) !== null
    const source = spellingPattern(typed)
    const [before, after] = [
      /^[a-z]/i.test(source) ? '(?<![a-z])' : '',
      /[a-z]$/i.test(source) && !endsAnywhere ? '(?![a-z])' : '',
    ]
    return new RegExp(`${before}${source}${after}`, 'giu')
  })
}
