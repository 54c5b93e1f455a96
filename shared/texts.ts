/** More than 200 combining marks in a row. NFC sorts them in quadratic time; languages need at most 30 (UAX 15). */
const tooManyMarks = /(?<!\p{M})\p{M}{201}/u

export const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0') && !tooManyMarks.test(text)

/** Returns text in Unicode NFC with "\n" line ends. With more than 200 marks in a row, it skips NFC. */
export function normalizeText(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, '\n')
  return tooManyMarks.test(lines) ? lines : lines.normalize('NFC')
}

/** True for a password, which server/users/passwords.ts normalizes before hashing. */
const isPassword = (name: string) => /(?:^|_)password$/.test(name)

export const countWords = (text: string) => text.match(/\S+/g)?.length ?? 0

const maxDepth = 32 // levels; no schema is deeper

export function normalizeTexts(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return normalizeText(value)
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value
  if (Array.isArray(value)) return value.map((item) => normalizeTexts(item, depth + 1))
  const fields = Object.entries(value).map(([name, field]) => [
    normalizeText(name),
    isPassword(name) ? (field as unknown) : normalizeTexts(field, depth + 1),
  ])
  return Object.fromEntries(fields) as unknown
}

/** Returns the path of the first string that cannot be stored, such as `texts.en.title`. Skips passwords. */
export function findUnstorable(value: unknown, path: string[] = []): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : path.join('.')
  if (typeof value !== 'object' || value === null) return null
  for (const [name, field] of Object.entries(value)) {
    const found = isStorable(name) ? !isPassword(name) && findUnstorable(field, [...path, name]) : path.join('.')
    if (found !== false && found !== null) return found
  }
  return null
}
