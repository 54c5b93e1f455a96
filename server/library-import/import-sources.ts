import { isUtf8 } from 'node:buffer'
import { CsvRecord, findDelimiter, withoutByteOrderMark } from '#shared/library/csv.ts'
import { normalizeText } from '#shared/texts.ts'
import { StartProblem } from '../settings/settings.ts'
import { messageWithParams, translateMessage } from '../translate.ts'
import type { TranslatableProblem } from '../translate.ts'
import { maxLineBytes, sourceName, readLines } from './import-lines.ts'
import type { SourceLine, ImportSource } from './import-lines.ts'

/** Row of a source file. `reason` is set if the row cannot be read. */
export type SourceRow = { line: number; bytes: number; row: unknown; reason?: TranslatableProblem }

const textOf = ({ content, number }: SourceLine) => {
  const text = content.toString()
  return number === 1 ? withoutByteOrderMark(text) : text
}

export async function* readNdjson(source: ImportSource): AsyncGenerator<SourceRow> {
  for await (const line of readLines(source)) {
    const at = { line: line.number, bytes: line.bytes }
    const text = textOf(line)
    if (line.isTooLong) yield { ...at, row: null, reason: 'import.too_long' }
    else if (!isUtf8(line.content)) yield { ...at, row: text, reason: 'import.not_utf8' }
    else if (text.trim() !== '') yield { ...at, ...parse(text) }
  }
}

function parse(text: string): { row: unknown; reason?: TranslatableProblem } {
  try {
    return { row: JSON.parse(text) }
  } catch (error) {
    return { row: text, reason: messageWithParams('import.not_json', { problem: (error as Error).message }) }
  }
}

type CsvRow = { line: number; bytes: number; fields: string[]; problem: TranslatableProblem | null }

function quoteProblemOf({ quoteProblem }: CsvRecord): TranslatableProblem | null {
  if (!quoteProblem) return null
  const { field, isInQuotes } = quoteProblem
  return messageWithParams(isInQuotes ? 'import.quote_once' : 'import.quote_inside', { field })
}

/** Reads CSV records. `line` is the first line of the record, or that of its unclosed quote. */
async function* readRecords(source: ImportSource): AsyncGenerator<CsvRow> {
  let delimiter: string | undefined
  let record: CsvRecord | null = null
  let problem: TranslatableProblem | null = null
  let [line, bytes, size, last] = [0, 0, 0, 0]
  for await (const next of readLines(source)) {
    const text = textOf(next)
    if (!record && text.trim() === '' && !next.isTooLong) continue
    delimiter ??= findDelimiter(text)
    if (!record) [record, problem, line, size] = [new CsvRecord(delimiter), null, next.number, 0]
    ;[bytes, last] = [next.bytes, next.number]
    size += next.content.length + 1
    const isWhole = record.add(text, next.number)
    if (!isUtf8(next.content)) problem ??= 'import.not_utf8'
    if (next.isTooLong || size > maxLineBytes) {
      record.discard()
      problem = 'import.too_long'
    }
    if (!isWhole && !next.isTooLong) continue
    yield { line, bytes, fields: record.fields, problem: problem ?? quoteProblemOf(record) }
    record = null
  }
  if (!record) return
  const open = messageWithParams('import.quote_open', { field: record.fields.length + 1, line: last })
  yield { line: record.openQuoteLine ?? line, bytes, fields: record.fields, problem: open }
}

export const missingColumns = (header: readonly string[], needed: readonly string[]) =>
  needed.filter((name) => !header.includes(name))

function checkHeader(name: string, { fields, problem }: CsvRow, needed: readonly string[]) {
  const refuse = (why: string) => new StartProblem(`The header of ${name} cannot be ${why}.`)
  if (problem) throw refuse(`read: ${translateMessage('en', problem)}`)
  const twice = fields.find((field, at) => field.trim() !== '' && fields.indexOf(field) < at)
  if (twice !== undefined) throw refuse(`used: the column "${twice}" exists twice`)
  const missing = missingColumns(fields, needed)
  if (missing.length > 0) throw refuse(`used: it has no column "${missing.join('", "')}", but "${fields.join('", "')}"`)
}

/** Reads CSV rows. Throws StartProblem for an unreadable header, duplicate or missing columns. */
export async function* readCsv(source: ImportSource, columns: readonly string[]): AsyncGenerator<SourceRow> {
  let header: string[] | undefined
  for await (const record of readRecords(source)) {
    const { line, bytes, fields, problem } = record
    if (!header) {
      header = fields.map((name) => normalizeText(name))
      checkHeader(sourceName(source), { ...record, fields: header }, columns)
      continue
    }
    const names = header
    const widths = { fields: fields.length, columns: names.length }
    const reason = problem ?? (widths.fields === widths.columns ? null : messageWithParams('import.width', widths))
    if (reason) yield { line, bytes, row: fields, reason }
    else yield { line, bytes, row: Object.fromEntries(names.map((name, at) => [name, fields[at]])) }
  }
}
