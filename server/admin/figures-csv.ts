import type { CsvSeparator } from '#shared/admin/csv.ts'
import { csvFile } from '../sql/csv-file.ts'
import { readFigureSeries } from './overview.ts'

export async function* figuresCsv(days: number, separator: CsvSeparator): AsyncGenerator<string> {
  const series = await readFigureSeries(days, new Date())
  const named = series.map(({ name, key, values }) => ({ column: key ? `${name}_${key}` : name, values }))
  const rows = (named[0]?.values ?? []).map(({ day }, index) => ({
    day,
    ...Object.fromEntries(named.map(({ column, values }) => [column, values[index]?.value ?? 0])),
  }))
  yield* csvFile<string, Record<string, unknown>>(['day', ...named.map(({ column }) => column)], [rows], separator)
}
