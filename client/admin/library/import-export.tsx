import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { adminPaths } from '#shared/admin/paths.ts'
import type { ImportRun } from '#shared/admin/import.ts'
import { useDateTimeFormat } from '../../app/format/dates.ts'
import { FormProblem } from '../../app/form.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ImportForm } from './import-form.tsx'
import { ImportReport } from './import-report.tsx'
import { importsQuery } from './library.queries.ts'
import { useTranslate } from './messages.ts'
import { useDownload } from '../download-buttons.tsx'

function Export() {
  const t = useTranslate()
  const { download, isBusy, problem } = useDownload(t('transfer.failed'))
  return (
    <section aria-label={t('transfer.export')} className="card p-5">
      <h2 className="text-xl font-bold">{t('transfer.export')}</h2>
      <p className="mt-1 text-muted">{t('transfer.export_note')}</p>
      <FormProblem text={problem} />
      <button
        type="button"
        className="button mt-4"
        disabled={isBusy}
        aria-busy={isBusy}
        onClick={() => void download(adminPaths.api.libraryExport, 'library.ndjson')}
      >
        {isBusy && <Spinner />}
        {t('transfer.save')}
      </button>
    </section>
  )
}

function stateOf({ state, dry_run }: ImportRun) {
  if (state === 'waiting' || state === 'running') return 'at_work'
  if (state === 'failed') return 'broken'
  return dry_run ? 'trial' : 'real'
}

function Latest({ onChoose }: { onChoose: (id: string) => void }) {
  const t = useTranslate()
  const moment = useDateTimeFormat()
  const { data } = useQuery(importsQuery)
  if (!data || data.results.length === 0) return null
  return (
    <section aria-label={t('transfer.latest')} className="card p-5">
      <h2 className="text-xl font-bold">{t('transfer.latest')}</h2>
      <ul className="mt-2">
        {data.results.map((run) => (
          <li key={run.id} className="border-t border-line py-2 first:border-0">
            <button type="button" className="text-left text-brand underline" onClick={() => onChoose(run.id)}>
              <bdi>{run.file_name || t('transfer.unnamed')}</bdi>
            </button>
            <span className="ml-3 text-sm text-muted">
              {t(`transfer.${stateOf(run)}`)} · {moment(run.created_at)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function ImportExportPage() {
  const [search, setSearch] = useSearchParams()
  const run = search.get('run')
  const show = (id: string) => setSearch({ run: id })
  return (
    <div className="grid gap-6">
      <ImportForm onStarted={show} />
      {run && <ImportReport key={run} id={run} onStarted={show} />}
      <Export />
      <Latest onChoose={show} />
    </div>
  )
}
