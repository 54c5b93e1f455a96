import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { adminPaths } from '#shared/admin/paths.ts'
import { maxImportBytes } from '#shared/admin/import.ts'
import type { ImportRun } from '#shared/admin/import.ts'
import { fieldProblemOf } from '#shared/problem.ts'
import type { FieldProblems } from '#shared/problem.ts'
import { FormProblem } from '../../app/form.tsx'
import { useLocale } from '../../app/i18n.tsx'
import { authorizedFetch } from '../../app/session/session.ts'
import { Field } from '../../ui/field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Select } from '../form-fields.tsx'
import { CsvColumns, isCsvFile, useCsvHead } from './csv-columns.tsx'
import type { CsvMapping } from './csv-columns.tsx'
import { useTierOptions } from './tiers.ts'
import { invalidateLibraryLists } from './library.queries.ts'
import { useTranslate } from './messages.ts'

type TableOptions = { mapping: CsvMapping; use_case: string; tier: string }

function useTrial(onStarted: (id: string) => void) {
  const t = useTranslate()
  const locale = useLocale()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [fields, setFields] = useState<FieldProblems>({})
  const start = async (file: File, { mapping, ...table }: TableOptions) => {
    setBusy(true)
    setProblem('')
    setFields({})
    const options = isCsvFile(file) ? { format: 'csv', map: JSON.stringify(mapping), ...table } : { format: 'ndjson' }
    try {
      const response = await authorizedFetch(
        adminPaths.api.libraryImport({ dry_run: '1', file_name: file.name.slice(0, 200), ...options }),
        {
          method: 'POST',
          headers: { accept: 'application/json', 'content-type': 'application/octet-stream', 'x-locale': locale },
          // Cuts the file one byte above the limit: the server then refuses it with its own message.
          body: file.slice(0, maxImportBytes + 1),
        },
      )
      const body = (await response.json()) as unknown
      if (response.ok) {
        invalidateLibraryLists(client)
        return onStarted((body as ImportRun).id)
      }
      const named = fieldProblemOf(body)
      setFields(named)
      const isNamed = ['file', 'map', 'use_case'].some((name) => name in named)
      if (!isNamed) setProblem((body as { detail?: string }).detail ?? t('transfer.failed'))
    } catch {
      setProblem(t('transfer.failed'))
    } finally {
      setBusy(false)
    }
  }
  return { start, isBusy, problem, errorOf: (name: string) => fields[name]?.[0] }
}

/** Uploads a file for a dry run, which changes nothing in the library. */
export function ImportForm({ onStarted }: { onStarted: (id: string) => void }) {
  const t = useTranslate()
  const id = useId()
  const tiers = useTierOptions()
  const [file, setFile] = useState<File | null>(null)
  const [columns, setColumns] = useState<TableOptions>({ mapping: {}, use_case: '', tier: '0' })
  const head = useCsvHead(file, (mapping) => setColumns((former) => ({ ...former, mapping })))
  const { start, isBusy, problem, errorOf } = useTrial(onStarted)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (file) void start(file, columns)
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
      {isCsvFile(file) && (
        <CsvColumns
          head={head}
          mapping={columns.mapping}
          error={errorOf('map')}
          onChange={(mapping) => setColumns({ ...columns, mapping })}
        />
      )}
      {isCsvFile(file) && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            label={t('transfer.use_case')}
            value={columns.use_case}
            error={errorOf('use_case')}
            onChange={({ target }) => setColumns({ ...columns, use_case: target.value })}
          />
          <Select
            label={t('transfer.tier')}
            value={columns.tier}
            options={tiers}
            onChange={(tier) => setColumns({ ...columns, tier })}
          />
        </div>
      )}
      <FormProblem text={problem} />
      <p>
        <button type="submit" className="button" disabled={!file || isBusy} aria-busy={isBusy}>
          {isBusy && <Spinner />}
          {t('transfer.try')}
        </button>
      </p>
    </form>
  )
}
