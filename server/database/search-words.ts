/** Ranking and phrases cost by the word, and nobody looks for more. */
const maxWords = 16

/** What is looked for, cut behind so many words; whatever holds them together, as in "a-b/c", each counts. */
export function searchWords(q: string): string {
  const last = [...q.matchAll(/[\p{L}\p{N}\p{M}]+/gu)][maxWords - 1]
  return last ? q.slice(0, last.index + last[0].length) : q
}
