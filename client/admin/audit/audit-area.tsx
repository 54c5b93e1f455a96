import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import { AuditAction, AuditKind } from '#shared/admin/audit.ts'
import type { AuditEntry, AuditStates, ExportTarget } from '#shared/admin/audit.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { choiceParam, searchParam } from '#shared/query-params.ts'
import { Link } from '../../app/link.tsx'
import { auditEntryQuery, auditQuery } from '../audit.queries.ts'
import { StateDiff } from '../state-diff.tsx'
import { useDateTimeFormat } from '../../app/format/dates.ts'
import { DetailsPage } from '../details.tsx'
import { DownloadButtons } from '../download-buttons.tsx'
import { dayParam, FilterForm, useFilters } from '../filter-form.tsx'
import { ActorName } from '../history.tsx'
import { ListState, usePagedList } from '../list.tsx'
import { useTranslate as useAdminMessages } from '../messages.ts'
import { defineMessages } from '../../app/i18n.tsx'

const { useTranslate } = defineMessages({
  en: () => import('./messages.en.ts'),
  es: () => import('./messages.es.ts'),
})

function AuditEntryPage({ id }: { id: number }) {
  const t = useTranslate()
  const query = useQuery(auditEntryQuery(id))
  return (
    <DetailsPage back={{ to: adminSitePaths.audit(), label: t('entry.back') }} query={query} failed={t('entry.failed')}>
      {(entry) => (
        <article className="card mt-6 grid gap-4 p-4 sm:p-6">
          <div>
            <AuditFacts entry={entry} />
          </div>
          {entry.has_states ? (
            <section className="border-t border-line pt-4">
              <h2 className="mb-3 text-xl font-bold">{t('entry.differences')}</h2>
              <StateDiff before={entry.before} after={entry.after} labelOf={(path) => path} />
              <ModeratedText entry={entry} />
            </section>
          ) : (
            <p className="text-muted">{t('entry.no_states')}</p>
          )}
        </article>
      )}
    </DetailsPage>
  )
}

/** Shows the text that a moderator decided on. A decision does not change the text, so one state is enough. */
function ModeratedText({ entry: { kind, after } }: { entry: AuditStates }) {
  if (!['thread', 'comment', 'report'].includes(kind) || typeof after?.text !== 'string') return null
  return (
    <blockquote dir="auto" className="mt-4 border-l-2 border-line pl-3 whitespace-pre-line">
      {typeof after.title === 'string' && <p className="font-semibold">{after.title}</p>}
      <p>{after.text}</p>
    </blockquote>
  )
}

export function AuditArea() {
  const { pathname } = useLocation()
  const part = pathname.slice(adminSitePaths.audit().length).replaceAll('/', '')
  return /^\d+$/.test(part) ? <AuditEntryPage key={part} id={Number(part)} /> : <AuditList />
}

function AuditFacts({ entry }: { entry: AuditEntry }) {
  const t = useTranslate()
  const tCommon = useAdminMessages()
  const moment = useDateTimeFormat()
  const { at, kind, action, target, name, note, thread, comment_id } = entry
  return (
    <>
      <p>
        <ActorName entry={entry} /> {tCommon(`history.actions.${action}`)}
      </p>
      <p className="text-sm text-muted">
        {t(`kinds.${kind}`)}{' '}
        {thread ? (
          <Link
            to={forumPaths.thread(thread.meta_slug, comment_id === null ? {} : { comment: comment_id })}
            className="relative z-10 text-brand underline"
            dir="auto"
          >
            {thread.title}
          </Link>
        ) : (
          <span className="wrap-anywhere">
            {name !== null && <bdi>{name} </bdi>}
            {kind === 'export' ? t(`exports.${target as ExportTarget}`) : /^\d+$/.test(target) ? `#${target}` : target}
          </span>
        )}
        {' · '}
        <time dateTime={at}>{moment(at)}</time>
      </p>
      {note && (
        <p dir="auto" className="mt-1 whitespace-pre-line">
          {note}
        </p>
      )}
    </>
  )
}

function Row({ entry }: { entry: AuditEntry }) {
  const t = useTranslate()
  return (
    <li className="entity-row flex-wrap">
      <div className="min-w-0 flex-1 basis-64">
        <AuditFacts entry={entry} />
      </div>
      {entry.has_states && (
        <Link
          to={adminSitePaths.auditEntry(entry.id)}
          aria-label={`${t('list.changes')} #${entry.id}`}
          className="text-brand underline after:absolute after:inset-0"
        >
          {t('list.changes')}
        </Link>
      )}
    </li>
  )
}

const filterSchema = {
  kind: choiceParam(AuditKind.options),
  action: choiceParam(AuditAction.options),
  actor: searchParam,
  target: searchParam,
  from: dayParam,
  until: dayParam,
}

/** Start of a local day as an ISO time, plus `later` days. */
function momentOf(chosen: string | undefined, later = 0): string | undefined {
  if (!chosen) return undefined
  const date = new Date(`${chosen}T00:00`)
  if (Number.isNaN(date.getTime())) return undefined
  date.setDate(date.getDate() + later)
  return date.toISOString()
}

function Filters({ filters, choose }: ReturnType<typeof useFilters<typeof filterSchema>>) {
  const t = useTranslate()
  const tAdmin = useAdminMessages()
  return (
    <FilterForm
      filters={filters}
      choose={choose}
      fields={(['actor', 'target'] as const).map((name) => ({ name, label: t(`filter.${name}`) }))}
      choices={[
        {
          name: 'kind',
          label: t('filter.kind'),
          options: AuditKind.options.map((value) => ({ value, name: t(`kinds.${value}`) })),
        },
        {
          name: 'action',
          label: t('filter.action'),
          options: AuditAction.options.map((value) => ({ value, name: tAdmin(`history.actions.${value}`) })),
        },
        { name: 'from', label: t('filter.from'), type: 'date' },
        { name: 'until', label: t('filter.until'), type: 'date' },
      ]}
    />
  )
}

function AuditList() {
  const t = useTranslate()
  const { filters: chosen, choose } = useFilters(filterSchema)
  const filters = { ...chosen, from: momentOf(chosen.from), until: momentOf(chosen.until, 1) }
  const { rows, isError, more } = usePagedList(auditQuery(filters))
  const isFiltered = Object.keys(chosen).length > 0
  return (
    <>
      <Filters filters={chosen} choose={choose} />
      <DownloadButtons
        files={(['csv', 'ndjson'] as const).map((format) => ({
          name: 'audit',
          extension: format,
          label: t(`export.${format}`),
          path: adminSitePaths.api.auditExport({ ...filters, format }),
        }))}
      />
      <ListState rows={rows} isError={isError} empty={t(isFiltered ? 'list.none' : 'list.empty')}>
        {(entries) => (
          <ol aria-label={t('list.results')} className="mt-6 grid gap-3">
            {entries.map((entry) => (
              <Row key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </ListState>
      {more}
    </>
  )
}
