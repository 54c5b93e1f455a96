import { useEffect, useState } from 'react'
import { csvFields, readCsvHead } from '#shared/library/csv.ts'
import { Select } from '../form-fields.tsx'
import { useTranslate } from './messages.ts'

const headBytes = 2 ** 16
const shownRows = 3
/** Column names that other programs use for each field of a prompt. */
const guesses: Partial<Record<string, string[]>> = { title: ['act', 'name'], content: ['prompt', 'text', 'body'] }

export const isCsvFile = (file: File | null): file is File => file !== null && /\.csv$/i.test(file.name)

export type CsvMapping = Record<string, string>

function guessMapping(columns: readonly string[]): CsvMapping {
  const byName = new Map(columns.map((column) => [column.trim().toLowerCase(), column]))
  const found = csvFields.map((field) => {
    const name = [field, ...(guesses[field] ?? [])].find((guess) => byName.has(guess))
    return [field, name && byName.get(name)] as const
  })
  return Object.fromEntries(found.filter((pair): pair is readonly [(typeof csvFields)[number], string] => !!pair[1]))
}

/** Parses the first rows of a CSV file in the browser. `onGuess` receives the guessed column of each field. */
export function useCsvHead(file: File | null, onGuess: (mapping: CsvMapping) => void) {
  const [head, setHead] = useState<string[][]>([])
  useEffect(() => {
    setHead([])
    if (!isCsvFile(file)) return
    let isLatest = true
    // An unparsable file shows no rows here; the server reports the error.
    const read = async () => {
      const found = readCsvHead(await file.slice(0, headBytes).text(), shownRows + 1)
      if (!isLatest) return
      setHead(found)
      onGuess(guessMapping(found[0] ?? []))
    }
    void read().catch(() => {})
    return () => void (isLatest = false)
    // oxlint-disable-next-line react/exhaustive-deps -- a new file alone is read anew
  }, [file])
  return head
}

type Props = {
  head: string[][]
  mapping: CsvMapping
  error?: string | undefined
  onChange: (mapping: CsvMapping) => void
}

/** Select of the CSV column for each field, with the first rows of the file. */
export function CsvColumns({ head: [columns = [], ...rows], mapping, error, onChange }: Props) {
  const t = useTranslate()
  const options = [...new Set(columns)].filter(Boolean).map((column) => ({ value: column, name: column }))
  const without = (field: string) => Object.fromEntries(Object.entries(mapping).filter(([name]) => name !== field))
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold">{t('transfer.map')}</legend>
      <div className="grid items-start gap-4 sm:grid-cols-2 md:grid-cols-3">
        {csvFields.map((field) => (
          <Select
            key={field}
            label={t(`fields.${field}`)}
            value={mapping[field] ?? ''}
            options={options}
            none={t('transfer.no_column')}
            onChange={(column) => onChange(column ? { ...mapping, [field]: column } : without(field))}
          />
        ))}
      </div>
      {error && <p className="text-sm text-danger">{error}</p>}
      {rows.length > 0 && (
        <div className="overflow-x-auto">
          <table className="w-full text-left text-sm">
            <caption className="mb-1 text-left text-muted">{t('transfer.first_rows')}</caption>
            <thead>
              <tr>
                {columns.map((column, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- two columns may have one name
                  <th key={at} scope="col" className="border-b border-line py-1 pr-4 font-semibold">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, number) => (
                // oxlint-disable-next-line react/no-array-index-key -- rows have no other name
                <tr key={number}>
                  {columns.map((_, at) => (
                    // oxlint-disable-next-line react/no-array-index-key -- nor have fields
                    <td key={at} className="max-w-60 truncate border-b border-line py-1 pr-4">
                      {row[at]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </fieldset>
  )
}
