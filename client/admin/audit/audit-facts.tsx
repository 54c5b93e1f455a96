import { Link } from 'react-router-dom'
import type { AuditEntry } from '#shared/audit.ts'
import { forumPaths } from '#shared/forum-paths.ts'
import { useDateTimeFormat } from '../../app/dates.ts'
import { useTranslate as useAdminMessages } from '../messages.ts'
import { useTranslate } from './messages.ts'

/** Who did what with which thing, and when. */
export function AuditFacts({ entry }: { entry: AuditEntry }) {
  const t = useTranslate()
  const say = useAdminMessages()
  const moment = useDateTimeFormat()
  const { at, actor, kind, action, target, note, thread, comment_id } = entry
  return (
    <>
      <p>
        <bdi className="font-semibold">{actor?.username ?? say('history.someone')}</bdi>{' '}
        {say(`history.actions.${action}`)}
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
          <span className="wrap-anywhere">{/^\d+$/.test(target) ? `#${target}` : target}</span>
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
