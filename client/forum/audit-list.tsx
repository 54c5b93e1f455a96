import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { forumPaths } from '#shared/forum-paths.ts'
import type { AuditEntry } from '#shared/audit.ts'
import { useDateTimeFormat } from '../app/dates.ts'
import { Spinner } from '../ui/spinner.tsx'
import { useTranslate } from './moderation-messages.ts'
import { auditQuery } from './moderation.queries.ts'

function About({ thread, comment_id, target }: Pick<AuditEntry, 'thread' | 'comment_id' | 'target'>) {
  if (!thread) return <span className="text-muted">{/^\d+$/.test(target) ? `#${target}` : target}</span>
  return (
    <Link
      to={forumPaths.thread(thread.meta_slug, comment_id === null ? {} : { comment: comment_id })}
      className="text-brand underline"
      dir="auto"
    >
      {thread.title}
    </Link>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const t = useTranslate()
  const moment = useDateTimeFormat()
  const { at, actor, action, note } = entry
  return (
    <li className="card px-4 py-3 sm:px-6">
      <p className="text-sm text-muted">{moment(at)}</p>
      <p>
        <bdi className="font-semibold">{actor?.username ?? t('audit.someone')}</bdi> {t(`audit.actions.${action}`)}
        {': '}
        <About {...entry} />
      </p>
      {note && (
        <p dir="auto" className="mt-1 whitespace-pre-line text-muted">
          {note}
        </p>
      )}
    </li>
  )
}

export function AuditList() {
  const t = useTranslate()
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(auditQuery)
  const entries = data?.pages.flatMap(({ results }) => results) ?? []
  return (
    <>
      {isError && (
        <p role="alert" className="text-danger">
          {t('audit.failed')}
        </p>
      )}
      {!data && !isError && <Spinner label={t('common.loading')} />}
      {data && entries.length === 0 && <p className="card py-10 text-center text-muted">{t('audit.empty')}</p>}
      <ol className="grid max-w-3xl gap-3">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {hasNextPage && (
        <button
          type="button"
          className="button button-quiet mt-6"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('common.load_more')}
        </button>
      )}
    </>
  )
}
