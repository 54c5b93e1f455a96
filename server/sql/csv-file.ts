import type { CsvSeparator } from '#shared/admin/csv.ts'

/** Rows that are in memory at a time. */
export const batchRows = 500

/** A spreadsheet takes a text that begins with one of these for a formula, and would run it. */
const beginsFormula = /^\s*[=+\-@\t\r|%]/
/** The same behind what ends a cell for a program that separates lists otherwise than the file does. */
const formulaInside = /([,;\t\r\n])(?=[=+\-@|%])/g

const signs = { comma: { between: ',', decimal: '.' }, semicolon: { between: ';', decimal: ',' } } as const

function cellOf(value: unknown, separator: CsvSeparator): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value).replace('.', signs[separator].decimal)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = text.replaceAll(formulaInside, "$1'")
  return `"${(beginsFormula.test(safe) ? `'${safe}` : safe).replaceAll('"', '""')}"`
}

const lineOf = (cells: readonly string[], separator: CsvSeparator) => `${cells.join(signs[separator].between)}\r\n`

/** Batches one after the other, read as they are sent: `read` answers what comes after a row, `size` rows at most. */
export async function* inFileBatches<Row>(
  read: (after: Row | null) => Promise<Row[]>,
  size = batchRows,
): AsyncGenerator<Row[]> {
  for (let after: Row | null = null; ;) {
    const rows: Row[] = await read(after)
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    after = rows.at(-1) ?? null
  }
}

/** A text for each batch. */
export async function* csvFile<Column extends string, Row extends Record<Column, unknown>>(
  columns: readonly Column[],
  batches: AsyncIterable<Row[]> | Iterable<Row[]>,
  separator: CsvSeparator,
): AsyncGenerator<string> {
  // A byte order mark: without it Excel takes UTF-8 for something else.
  yield `\uFEFF${lineOf(columns, separator)}`
  const cellsOf = (row: Row) => columns.map((column) => cellOf(row[column], separator))
  for await (const rows of batches) yield rows.map((row) => lineOf(cellsOf(row), separator)).join('')
}
