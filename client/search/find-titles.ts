import type { PromptTitle } from '#shared/library/titles.ts'
import { plainText } from './find-pipelines.ts'

const wordsOf = (text: string) =>
  plainText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Words of a text, each after a space, so that a search for a beginning is a search for a substring. */
const spaced = (text: string) => ` ${wordsOf(text).join(' ')}`

type Indexed = { item: PromptTitle; title: string; text: string }
const indexes = new WeakMap<PromptTitle[], Indexed[]>()

/** Normalizes all titles once, which takes longer than a search. */
function indexOf(titles: PromptTitle[]): Indexed[] {
  const known = indexes.get(titles)
  if (known) return known
  const index = titles.map((item) => ({
    item,
    title: spaced(item.title),
    text: spaced(item.short_description ?? ''),
  }))
  indexes.set(titles, index)
  return index
}

/** Rank of a word: beginning of a word in the title, within the title, then the same in the description; -1 if absent. */
const rankOf = ({ title, text }: Indexed, word: string) =>
  [title.includes(` ${word}`), title.includes(word), text.includes(` ${word}`), text.includes(word)].indexOf(true)

/** Prompts with every word in title or description, best first. Equal ones stay in order. */
export function findTitles(titles: PromptTitle[], q: string, max: number): PromptTitle[] {
  const words = wordsOf(q)
  if (words.length === 0) return []
  const ranked: { item: PromptTitle; rank: number }[] = []
  for (const one of indexOf(titles)) {
    const ranks = words.map((word) => rankOf(one, word))
    if (!ranks.includes(-1)) ranked.push({ item: one.item, rank: ranks.reduce((sum, rank) => sum + rank, 0) })
  }
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, max)
    .map(({ item }) => item)
}

/** True if each typed word begins a word of the text. */
export function beginsWords(text: string, q: string): boolean {
  const words = spaced(text)
  return wordsOf(q).every((word) => words.includes(` ${word}`))
}
