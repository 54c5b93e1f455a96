import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuditEntry, AuditKind } from '#shared/admin/audit.ts'
import { useDateTimeFormat } from '../app/format/dates.ts'
import { useCan } from '../app/session/use-can.ts'
import { Spinner } from '../ui/spinner.tsx'
import { auditEntryQuery, auditQuery } from './audit.queries.ts'
import { useTranslate } from './messages.ts'
import { StateDiff } from './state-diff.tsx'

const withoutName = {
  cli: 'history.actors.cli',
  job: 'history.actors.job',
  web: 'history.actors.web',
  unknown: 'history.actors.unknown',
} as const

type ActorNameProps = { entry: Pick<AuditEntry, 'actor' | 'actor_name' | 'source'> }

/** Name of the actor at the time of the audit entry. The name stays after the account is removed. */
export function ActorName({ entry: { actor, actor_name, source } }: ActorNameProps) {
  const t = useTranslate()
  const nameOf = () => {
    const name = actor_name ?? actor?.username
    if (name === undefined) return t(withoutName[source ?? 'unknown'])
    if (!actor) return t('history.actors.removed', { name })
    return actor.username === name ? name : t('history.actors.renamed', { name, now: actor.username })
  }
  return <bdi className="font-semibold">{nameOf()}</bdi>
}

type State = Record<string, unknown>
type Restore = {
  labelOf: (path: string) => string
  onRestore?: ((state: State) => void) | undefined
  isRestorable?: ((state: State) => boolean) | undefined
}

function States({ id, labelOf, onRestore, isRestorable = () => true }: Restore & { id: number }) {
  const t = useTranslate()
  const { data, isError } = useQuery(auditEntryQuery(id))
  if (isError) return <p className="text-danger">{t('history.failed')}</p>
  if (!data) return <Spinner label={t('common.loading')} />
  const { before, after } = data
  return (
    <div className="mt-3 grid gap-4">
      <StateDiff before={before} after={after} labelOf={labelOf} />
      {onRestore && (
        <p className="flex flex-wrap gap-3">
          {before && isRestorable(before) && (
            <button type="button" className="button button-quiet" onClick={() => onRestore(before)}>
              {t('history.restore_before')}
            </button>
          )}
          {after && isRestorable(after) && (
            <button type="button" className="button button-quiet" onClick={() => onRestore(after)}>
              {t('history.restore_after')}
            </button>
          )}
        </p>
      )}
    </div>
  )
}

function Entry({ entry, onRestore, ...restore }: Restore & { entry: AuditEntry }) {
  const t = useTranslate()
  const moment = useDateTimeFormat()
  const [isOpen, setOpen] = useState(false)
  const { id, at, action, note, has_states } = entry
  return (
    <li className="border-t border-line py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <p>
          <ActorName entry={entry} /> {t(`history.actions.${action}`)}
          <span className="block text-sm text-muted">{moment(at)}</span>
        </p>
        {has_states && (
          <button type="button" className="button button-quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('history.show')}
          </button>
        )}
      </div>
      {note && <p dir="auto">{note}</p>}
      {/* A position in a list cannot be restored from a log entry. */}
      {isOpen && <States id={id} {...restore} onRestore={action === 'moved' ? undefined : onRestore} />}
    </li>
  )
}

/** Audit log of one item, for roles that may read it. `onRestore` receives a former state. */
export function AuditHistory({ kind, target, ...restore }: Restore & { kind: AuditKind; target: string | number }) {
  const t = useTranslate()
  const isOpen = useCan()('audit.read')
  const query = { ...auditQuery({ kind, target: String(target) }), enabled: isOpen }
  const { data, isError, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(query)
  const entries = data?.pages.flatMap(({ results }) => results) ?? []
  if (!isOpen) return null
  return (
    <section aria-label={t('history.title')}>
      <h2 className="text-xl font-bold">{t('history.title')}</h2>
      {isError && <p className="text-danger">{t('history.failed')}</p>}
      {data && entries.length === 0 && <p className="mt-2 text-muted">{t('history.empty')}</p>}
      <ol className="mt-3">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} {...restore} />
        ))}
      </ol>
      {hasNextPage && (
        <button
          type="button"
          className="button button-quiet"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('common.load_more')}
        </button>
      )}
    </section>
  )
}
