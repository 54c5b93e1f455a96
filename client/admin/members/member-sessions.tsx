import { useQuery, useQueryClient } from '@tanstack/react-query'
import { adminPaths } from '#shared/admin/paths.ts'
import type { AdminMember, MemberSessionPage } from '#shared/admin/members.ts'
import { send } from '../../app/api.ts'
import { FormProblem } from '../../app/form.tsx'
import { useDateTimeFormat } from '../../app/format/dates.ts'
import { useFocusAfterDialog } from '../../ui/use-focus-after-dialog.ts'
import { ConfirmButton } from '../confirm-button.tsx'
import { DetailsSection } from '../details.tsx'
import { useSubmit } from '../use-submit.ts'
import { memberSessionsQuery } from './members.queries.ts'
import { useTranslate } from './messages.ts'

type SessionRowProps = { session: MemberSessionPage['results'][number]; isBusy: boolean; onEnd: () => void }

function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const t = useTranslate()
  const moment = useDateTimeFormat()
  const device = session.device || t('members.sessions.unknown')
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div>
        <p className="font-semibold">{device}</p>
        <p className="text-sm text-muted">{t('members.sessions.used', { date: moment(session.last_used_at) })}</p>
      </div>
      <button
        type="button"
        className="button button-quiet"
        aria-disabled={isBusy}
        aria-label={t('members.sessions.end_of', { device })}
        onClick={onEnd}
      >
        {t('members.sessions.end')}
      </button>
    </li>
  )
}

type MemberSessionsProps = { member: AdminMember; onDone: (message: string) => void }

export function MemberSessions({ member: { id, username }, onDone }: MemberSessionsProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const { target: heading, focusAfterDialog } = useFocusAfterDialog<HTMLHeadingElement>()
  const { isBusy, problem, run } = useSubmit()
  const { data, isError } = useQuery(memberSessionsQuery(id))
  const sessions = data?.results ?? []
  const onEnded = () => {
    onDone(t('members.sessions.ended'))
    focusAfterDialog()
  }
  const end = (session: string) => run(() => send(client, 'DELETE', adminPaths.api.memberSession(id, session)), onEnded)
  return (
    <DetailsSection title={t('members.sessions.title')} heading={heading}>
      {isError && <p className="mt-2 text-danger">{t('members.failed')}</p>}
      {data && sessions.length === 0 && <p className="mt-2 text-muted">{t('members.sessions.none')}</p>}
      <ul className="mt-3 divide-y divide-line">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} isBusy={isBusy} onEnd={() => void end(session.id)} />
        ))}
      </ul>
      <FormProblem text={problem} />
      {sessions.length > 0 && (
        <div className="mt-3">
          <ConfirmButton
            label={t('members.sessions.everywhere')}
            title={t('members.sessions.ask', { name: username })}
            action={t('members.sessions.everywhere')}
            send={() => send(client, 'DELETE', adminPaths.api.memberSessions(id))}
            onDone={onEnded}
          >
            <p>{t('members.sessions.note')}</p>
          </ConfirmButton>
        </div>
      )}
    </DetailsSection>
  )
}
