import { isUtf8 } from 'node:buffer'
import { StartProblem } from '../settings.ts'
import { CsvRecord } from './csv-record.ts'
import { maxLineBytes, nameOf, readLines, tooLong } from './import-lines.ts'
import type { Line, Source } from './import-lines.ts'

export type SourceRow =
  | { line: number; bytes: number; row: unknown }
  | { line: number; bytes: number; row: unknown; reason: string }

const notUtf8 = 'not UTF-8'
/** Some editors put a byte order mark before the first line. */
const textOf = ({ content, number }: Line) => content.toString().replace(number === 1 ? /^\uFEFF/ : '', '')

export async function* readNdjson(source: Source): AsyncGenerator<SourceRow> {
  for await (const line of readLines(source)) {
    const at = { line: line.number, bytes: line.bytes }
    const text = textOf(line)
    if (line.isTooLong) yield { ...at, row: null, reason: tooLong }
    else if (!isUtf8(line.content)) yield { ...at, row: text, reason: notUtf8 }
    else if (text.trim() !== '') yield { ...at, ...parse(text) }
  }
}

function parse(text: string): { row: unknown } | { row: string; reason: string } {
  try {
    return { row: JSON.parse(text) }
  } catch (error) {
    return { row: text, reason: `not JSON: ${(error as Error).message}` }
  }
}

type CsvRow = { line: number; bytes: number; fields: string[]; problem: string | null }

/** `line` is where the record begins, or its open quote. */
async function* readRecords(source: Source): AsyncGenerator<CsvRow> {
  let record: CsvRecord | null = null
  let [line, bytes, size, last] = [0, 0, 0, 0]
  for await (const next of readLines(source)) {
    const text = textOf(next)
    if (!record && text.trim() === '' && !next.isTooLong) continue
    if (!record) [record, line, size] = [new CsvRecord(), next.number, 0]
    ;[bytes, last] = [next.bytes, next.number]
    size += next.content.length + 1
    const isWhole = record.add(text, next.number)
    if (!isUtf8(next.content)) record.problem ??= notUtf8
    if (next.isTooLong || size > maxLineBytes) record.discard(tooLong)
    if (!isWhole && !next.isTooLong) continue
    yield { line, bytes, fields: record.fields, problem: record.problem }
    record = null
  }
  if (!record) return
  const problem = `a quote opens field ${record.fields.length + 1} and is never closed: all up to line ${last} stands in it`
  yield { line: record.openQuoteLine ?? line, bytes, fields: record.fields, problem }
}

/** Throws StartProblem for a header that cannot be read. */
export async function* readCsv(source: Source): AsyncGenerator<SourceRow> {
  let columns: string[] | undefined
  for await (const { line, bytes, fields, problem } of readRecords(source)) {
    if (!columns && problem) throw new StartProblem(`The header of ${nameOf(source)} cannot be read: ${problem}.`)
    const [names, width] = [(columns ??= fields), fields.length]
    if (names === fields) continue
    const reason = problem ?? (width === names.length ? null : `has ${width} fields, and the header ${names.length}`)
    if (reason) yield { line, bytes, row: fields, reason }
    else yield { line, bytes, row: Object.fromEntries(names.map((name, at) => [name, fields[at]])) }
  }
}
