import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { listStarterFiles } from '../../../server/library-import/starter.ts'

/** Line of the starter content as written. */
export type WrittenRow = { file: string; line: number; row: unknown }

export async function readStarterLibrary(): Promise<WrittenRow[]> {
  return (await listStarterFiles()).flatMap((file) =>
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((text, index) => ({ file: basename(file, '.ndjson'), line: index + 1, row: JSON.parse(text) })),
  )
}

const shingleWords = 5

export function shinglesOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const starts = words.slice(0, Math.max(0, words.length - shingleWords + 1))
  return new Set(starts.map((_word, at) => words.slice(at, at + shingleWords).join(' ')))
}

/** Jaccard similarity from 0 to 1. */
export function jaccard(one: Set<string>, other: Set<string>): number {
  const shared = one.size < other.size ? countIn(one, other) : countIn(other, one)
  return shared / (one.size + other.size - shared || 1)
}

const countIn = (few: Set<string>, many: Set<string>) => [...few].filter((item) => many.has(item)).length
