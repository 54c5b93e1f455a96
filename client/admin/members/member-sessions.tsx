import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { adminPaths } from '#shared/admin/paths.ts'
import type { AdminMember } from '#shared/admin/members.ts'
import { send } from '../../app/api.ts'
import { useDateTimeFormat } from '../../app/format/dates.ts'
import { useErrorText } from '../../app/error-text.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { memberSessionsQuery } from './members.queries.ts'
import { useTranslate } from './messages.ts'

type MemberSessionsProps = { member: AdminMember; onDone: (message: string) => void }

export function MemberSessions({ member: { id, username }, onDone }: MemberSessionsProps) {
  const t = useTranslate()
  const errorText = useErrorText()
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const client = useQueryClient()
  const moment = useDateTimeFormat()
  const { data, isError } = useQuery(memberSessionsQuery(id))
  const [isOpen, setOpen] = useState(false)
  const [problem, setProblem] = useState('')
  const ended = () => {
    onDone(t('members.sessions.ended'))
    heading.current?.focus()
  }
  const end = (path: string) => {
    setProblem('')
    setOpen(false)
    send(client, 'DELETE', path).then(ended, (error: unknown) => setProblem(errorText(error)))
  }
  const sessions = data?.results ?? []
  return (
    <section aria-labelledby={headingId} className="card p-6">
      <h2 id={headingId} ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
        {t('members.sessions.title')}
      </h2>
      {isError && <p className="mt-2 text-danger">{t('members.failed')}</p>}
      {data && sessions.length === 0 && <p className="mt-2 text-muted">{t('members.sessions.none')}</p>}
      <ul className="mt-3 divide-y divide-line">
        {sessions.map((session) => {
          const device = session.device || t('members.sessions.unknown')
          return (
            <li key={session.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <div>
                <p className="font-semibold">{device}</p>
                <p className="text-sm text-muted">
                  {t('members.sessions.used', { date: moment(session.last_used_at) })}
                </p>
              </div>
              <button
                type="button"
                className="button button-quiet"
                aria-label={t('members.sessions.end_of', { device })}
                onClick={() => end(adminPaths.api.memberSession(id, session.id))}
              >
                {t('members.sessions.end')}
              </button>
            </li>
          )
        })}
      </ul>
      <p role="alert" className="text-danger empty:hidden">
        {problem}
      </p>
      {sessions.length > 0 && (
        <p className="mt-3">
          <button type="button" className="button button-quiet button-danger" onClick={() => setOpen(true)}>
            {t('members.sessions.everywhere')}
          </button>
        </p>
      )}
      {isOpen && (
        <ConfirmDialog
          title={t('members.sessions.ask', { name: username })}
          action={t('members.sessions.everywhere')}
          isBusy={false}
          onConfirm={() => end(adminPaths.api.memberSessions(id))}
          onClose={() => setOpen(false)}
        >
          <p>{t('members.sessions.note')}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
