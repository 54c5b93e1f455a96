import type { CsvSeparator } from '#shared/admin/csv.ts'

export const csvBatchRows = 500

const beginsFormula = /^\s*[=+\-@\t\r|%]/ // spreadsheets run a cell that begins like this as a formula
const formulaInside = /([,;\t\r\n])(?=[=+\-@|%])/g // formula after what some programs treat as a separator

const signs = { comma: { between: ',', decimal: '.' }, semicolon: { between: ';', decimal: ',' } } as const

function cellOf(value: unknown, separator: CsvSeparator): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value).replace('.', signs[separator].decimal)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = text.replaceAll(formulaInside, "$1'")
  return `"${(beginsFormula.test(safe) ? `'${safe}` : safe).replaceAll('"', '""')}"`
}

const lineOf = (cells: readonly string[], separator: CsvSeparator) => `${cells.join(signs[separator].between)}\r\n`

export async function* readInBatches<Row>(
  read: (after: Row | null) => Promise<Row[]>,
  size = csvBatchRows,
): AsyncGenerator<Row[]> {
  for (let after: Row | null = null; ;) {
    const rows: Row[] = await read(after)
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    after = rows.at(-1) ?? null
  }
}

export async function* csvFile<Column extends string, Row extends Record<Column, unknown>>(
  columns: readonly Column[],
  batches: AsyncIterable<Row[]> | Iterable<Row[]>,
  separator: CsvSeparator,
): AsyncGenerator<string> {
  yield `\uFEFF${lineOf(columns, separator)}` // byte order mark, which Excel needs to read UTF-8
  const cellsOf = (row: Row) => columns.map((column) => cellOf(row[column], separator))
  for await (const rows of batches) yield rows.map((row) => lineOf(cellsOf(row), separator)).join('')
}
