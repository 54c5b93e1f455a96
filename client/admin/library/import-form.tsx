import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { adminPaths } from '#shared/admin/paths.ts'
import { maxImportBytes } from '#shared/admin/import.ts'
import type { ImportRun } from '#shared/admin/import.ts'
import { FormProblem } from '../../app/form.tsx'
import { useLocale } from '../../app/i18n.tsx'
import { Field } from '../../ui/field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Select } from '../form-fields.tsx'
import { sendFile } from '../picture-field.tsx'
import { useSubmit } from '../use-submit.ts'
import { CsvColumns, isCsvFile, useCsvHead } from './csv-columns.tsx'
import type { CsvMapping } from './csv-columns.tsx'
import { useTierOptions } from './tiers.ts'
import { invalidateLibraryLists } from './library.queries.ts'
import { useTranslate } from './messages.ts'

type TableOptions = { mapping: CsvMapping; use_case: string; tier: string }

function useTrial(onStarted: (id: string) => void) {
  const locale = useLocale()
  const client = useQueryClient()
  const { isBusy, problem, fields, run } = useSubmit()
  const start = (file: File, { mapping, ...table }: TableOptions) => {
    const options = isCsvFile(file) ? { format: 'csv', map: JSON.stringify(mapping), ...table } : { format: 'ndjson' }
    const path = adminPaths.api.libraryImport({ dry_run: '1', file_name: file.name.slice(0, 200), ...options })
    void run(
      () => sendFile({ path, file, maxBytes: maxImportBytes, locale }),
      (body) => {
        invalidateLibraryLists(client)
        onStarted((body as ImportRun).id)
      },
    )
  }
  /** Reasons of a refusal that no input of the form shows. */
  const problemBeside = (inputs: readonly string[]) =>
    problem ||
    Object.entries(fields)
      .flatMap(([name, texts]) => (inputs.includes(name) ? [] : texts))
      .join(' ')
  return { start, isBusy, problemBeside, errorOf: (name: string) => fields[name]?.[0] }
}

type TableFieldsProps = {
  options: TableOptions
  head: string[][]
  errorOf: (name: string) => string | undefined
  onChange: (options: TableOptions) => void
}

/** Options of a CSV file: its columns, and what all its prompts have in common. */
function TableFields({ options, head, errorOf, onChange }: TableFieldsProps) {
  const t = useTranslate()
  return (
    <>
      <CsvColumns
        head={head}
        mapping={options.mapping}
        error={errorOf('map')}
        onChange={(mapping) => onChange({ ...options, mapping })}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label={t('transfer.use_case')}
          value={options.use_case}
          error={errorOf('use_case')}
          onChange={({ target }) => onChange({ ...options, use_case: target.value })}
        />
        <Select
          label={t('transfer.tier')}
          value={options.tier}
          options={useTierOptions()}
          error={errorOf('tier')}
          onChange={(tier) => onChange({ ...options, tier })}
        />
      </div>
    </>
  )
}

/** Uploads a file for a dry run, which changes nothing in the library. */
export function ImportForm({ onStarted }: { onStarted: (id: string) => void }) {
  const t = useTranslate()
  const id = useId()
  const [file, setFile] = useState<File | null>(null)
  const [columns, setColumns] = useState<TableOptions>({ mapping: {}, use_case: '', tier: '0' })
  const head = useCsvHead(file, (mapping) => setColumns((former) => ({ ...former, mapping })))
  const { start, isBusy, problemBeside, errorOf } = useTrial(onStarted)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (file) start(file, columns)
  }
  const fileError = errorOf('file')
  return (
    <form className="card grid gap-4 p-5" onSubmit={onSubmit} noValidate>
      <h2 className="text-xl font-bold">{t('transfer.import')}</h2>
      <p className="text-muted">{t('transfer.note')}</p>
      <div>
        <label htmlFor={id} className="mb-1 block font-semibold">
          {t('transfer.file')}
        </label>
        <input
          id={id}
          type="file"
          accept=".ndjson,.jsonl,.json,.csv"
          className="field"
          aria-invalid={fileError === undefined ? undefined : true}
          onChange={({ target }) => setFile(target.files?.[0] ?? null)}
        />
        {fileError && <p className="mt-1 text-sm text-danger">{fileError}</p>}
      </div>
      {isCsvFile(file) && <TableFields options={columns} onChange={setColumns} {...{ head, errorOf }} />}
      <FormProblem text={problemBeside(isCsvFile(file) ? ['file', 'map', 'use_case', 'tier'] : ['file'])} />
      <p>
        <button type="submit" className="button" disabled={!file || isBusy} aria-busy={isBusy}>
          {isBusy && <Spinner />}
          {t('transfer.try')}
        </button>
      </p>
    </form>
  )
}
