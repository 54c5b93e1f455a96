import { useQuery, useQueryClient } from '@tanstack/react-query'
import { adminPaths } from '#shared/admin/paths.ts'
import type { LibraryNoun } from '#shared/admin/paths.ts'
import { ImportRun } from '#shared/admin/import.ts'
import { send } from '../../app/api.ts'
import { FormProblem } from '../../app/form.tsx'
import { useNumberFormat } from '../../app/i18n.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ConfirmButton } from '../confirm-button.tsx'
import { Table } from '../table.tsx'
import { importQuery, invalidateLibraryLists } from './library.queries.ts'
import { useTranslate as useAdminMessages } from '../messages.ts'
import { useTranslate } from './messages.ts'
import { entityTypes } from './admin-routes.ts'
import { useDownload } from '../download-buttons.tsx'

function Progress({ run }: { run: ImportRun }) {
  const t = useTranslate()
  const text = (() => {
    if (run.state === 'waiting') return t('transfer.waiting')
    if (run.phase === 'search') return t('transfer.search')
    return t(run.dry_run ? 'transfer.trying' : 'transfer.running')
  })()
  return (
    <>
      <progress
        className="mt-3 h-3 w-full accent-brand"
        aria-label={text}
        max={Math.max(1, run.bytes)}
        value={Math.min(run.bytes_done, run.bytes)}
      />
      <output className="mt-1 block text-sm text-muted">
        {text} · {t('transfer.rows', { count: run.rows_done })}
      </output>
    </>
  )
}

/** Noun of a row type. Uploaded files contain no pipelines. */
const nounOf = (type: string): LibraryNoun =>
  type === 'prompt_set'
    ? 'sets'
    : (entityTypes.find((noun) => noun === `${type.replace('_', '-')}s`) ??
      (type === 'category' ? 'categories' : 'groups'))

function Types({ run }: { run: ImportRun }) {
  const t = useTranslate()
  const number = useNumberFormat()
  const nameOf = (type: string) => (type === 'pipeline' ? t('transfer.pipelines') : t(`nouns.${nounOf(type)}.all`))
  const counts = [
    ['new', 'added'],
    ['changed', 'changed'],
    ['same', 'same'],
  ] as const
  return (
    <section
      aria-label={t('transfer.report')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be reached by keys
      tabIndex={0}
      className="mt-3 overflow-x-auto"
    >
      <Table
        caption={t('transfer.report')}
        rows={run.types}
        keyOf={({ type }) => type}
        columns={[
          { name: t('transfer.type'), render: ({ type }) => nameOf(type) },
          ...counts.map(([name, key]) => ({
            name: t(`transfer.${name}`),
            render: (row: ImportRun['types'][number]) => number(row[key]),
          })),
        ]}
      />
    </section>
  )
}

function Rejected({ run }: { run: ImportRun }) {
  const t = useTranslate()
  const { download, isBusy, problem } = useDownload(t('transfer.failed'))
  if (run.rejected === 0) return null
  return (
    <>
      <h3 className="mt-5 font-bold">{t('transfer.rejected', { count: run.rejected })}</h3>
      <ul className="mt-1 list-disc pl-5 text-sm">
        {run.first_rejected.map(({ line, reason }) => (
          <li key={line} className="wrap-anywhere">
            {t('transfer.line', { line, reason })}
          </li>
        ))}
      </ul>
      <FormProblem text={problem} />
      <button
        type="button"
        className="button button-quiet mt-3"
        disabled={isBusy}
        onClick={() => void download(adminPaths.api.libraryImportRejected(run.id), 'rejected.ndjson')}
      >
        {t('transfer.download')}
      </button>
    </>
  )
}

type Started = { onStarted: (id: string) => void }

/** Imports the file of a finished dry run, which the server has stored. */
function RunButton({ run, onStarted }: Started & { run: ImportRun }) {
  const t = useTranslate()
  const client = useQueryClient()
  const sum = (name: 'added' | 'changed') => run.types.reduce((total, type) => total + type[name], 0)
  const schema = import.meta.env.DEV && ImportRun
  if (sum('added') + sum('changed') === 0) return null
  return (
    <p className="mt-5">
      <ConfirmButton
        label={t('transfer.run')}
        className="button"
        title={t('transfer.question')}
        send={() => send(client, 'POST', adminPaths.api.libraryImportStart(run.id), { schema })}
        onDone={({ id }) => {
          invalidateLibraryLists(client)
          onStarted(id)
        }}
      >
        <span>{t('transfer.would', { added: sum('added'), changed: sum('changed') })}</span>
      </ConfirmButton>
    </p>
  )
}

export function ImportReport({ id, onStarted }: Started & { id: string }) {
  const t = useTranslate()
  const tAdmin = useAdminMessages()
  const { data: run, isError } = useQuery(importQuery(id))
  const isRunning = run && (run.state === 'waiting' || run.state === 'running')
  const ending = run && (run.state === 'failed' ? 'stopped' : run.dry_run ? 'tried' : 'done')
  return (
    <section aria-label={run?.file_name || t('transfer.unnamed')} className="card min-h-40 p-5">
      <h2 className="text-xl font-bold wrap-anywhere">{run?.file_name || t('transfer.unnamed')}</h2>
      {isError && !run && <p className="text-danger">{tAdmin('entity.gone')}</p>}
      {!run && !isError && <Spinner label={t('common.loading')} />}
      {isRunning && <Progress run={run} />}
      {run && ending && !isRunning && (
        <>
          <output className="mt-1 block">
            {t(`transfer.${ending}`)} {run.problem}
          </output>
          {run.state === 'done' && <Types run={run} />}
          <Rejected run={run} />
          {run.state === 'done' && run.dry_run && <RunButton run={run} onStarted={onStarted} />}
        </>
      )}
    </section>
  )
}
