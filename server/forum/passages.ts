import { soughtPatterns } from '../database/search-query.ts'

/** Letters without their accents, each at its place. */
const plain = (text: string) => text.replaceAll(/[\u00c0-\u1fff]/g, (letter) => letter.normalize('NFD').charAt(0))

/** Of each word; more are not looked at. */
const maxFinds = 20

/** Of a text, so many characters that hold the most of what is looked for, or its beginning. */
export function passageOf(text: string, q: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const read = plain(text)
  const found = soughtPatterns(plain(q.normalize('NFC'))).flatMap((pattern, of) =>
    [...read.matchAll(pattern)].slice(0, maxFinds).map(({ index }) => ({ index, of })),
  )
  const counted = found.map(({ index }) => {
    const near = found.filter((other) => other.index >= index && other.index < index + maxLength / 2)
    return { index, count: new Set(near.map(({ of }) => of)).size }
  })
  const [best] = counted.toSorted((a, b) => b.count - a.count || a.index - b.index)
  const start = text.indexOf(' ', Math.max(0, (best?.index ?? 0) - maxLength / 4)) + 1
  const from = best && best.index > maxLength / 2 ? start : 0
  const end = from + maxLength >= text.length ? text.length : text.lastIndexOf(' ', from + maxLength)
  return `${from > 0 ? '…' : ''}${text.slice(from, end)}${end < text.length ? '…' : ''}`
}
