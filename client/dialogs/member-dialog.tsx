import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ForumMember } from '#shared/forum/moderation.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { apiQuery, send } from '../app/api.ts'
import { useErrorText } from '../app/error-text.ts'
import { FormProblem, useRequest } from '../app/form.tsx'
import { useDateTimeFormat } from '../app/format/dates.ts'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { SilenceForm } from './silence-form.tsx'
import { useTranslate } from './member.messages.ts'

const { api } = moderationPaths
const schema = import.meta.env.DEV && ForumMember
type Request = { method: 'PUT' | 'DELETE'; path: string; body?: object; text: string }

/** Sends changes in order, then refetches all queries: the member's texts may be on any page. */
function useMemberChanges(username: string) {
  const client = useQueryClient()
  const { run, isBusy, problem } = useRequest(useErrorText())
  const [done, setDone] = useState('')
  const { queryKey } = apiQuery(api.member(username), schema)
  const change = ({ method, path, body, text }: Request) =>
    run(async () => {
      setDone('')
      client.setQueryData(queryKey, await send(client, method, path, { ...(body && { body }), schema }))
      void client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] })
      setDone(text)
    })
  return { change, isBusy, problem, done }
}

type PartProps = { member: ForumMember; changes: ReturnType<typeof useMemberChanges> }

function Spam({ member: { username, held_at }, changes: { change, isBusy } }: PartProps) {
  const t = useTranslate()
  const moment = useDateTimeFormat()
  const path = api.memberHold(username)
  const hide = () => change({ method: 'PUT', path, body: {}, text: t('spam.hidden') })
  const undo = () => change({ method: 'DELETE', path, text: t('spam.shown') })
  return (
    <section className="mt-4">
      <h3 className="font-semibold">{t('spam.title')}</h3>
      <p className="mt-1">{held_at ? t('spam.hidden_at', { moment: moment(held_at) }) : t('spam.note')}</p>
      {held_at && <p className="mt-1 text-muted">{t('spam.undo_note')}</p>}
      <p className="mt-3">
        <button
          type="button"
          className={`button button-quiet ${held_at ? '' : 'button-danger'}`}
          aria-disabled={isBusy}
          onClick={() => void (held_at ? undo() : hide())}
        >
          {t(held_at ? 'spam.undo' : 'spam.hide')}
        </button>
      </p>
    </section>
  )
}

function Silence({ member: { username, silence }, changes: { change, isBusy } }: PartProps) {
  const t = useTranslate()
  const moment = useDateTimeFormat()
  const path = api.memberSilence(username)
  return (
    <section className="mt-5 border-t border-line pt-4">
      <h3 className="font-semibold">{t('silence.title')}</h3>
      {silence ? (
        <>
          <p className="mt-1">{t('silence.until', { moment: moment(silence.until) })}</p>
          <p dir="auto" className="mt-1 whitespace-pre-wrap text-muted">
            {silence.reason}
          </p>
          <p className="mt-3">
            <button
              type="button"
              className="button button-quiet"
              aria-disabled={isBusy}
              onClick={() => void change({ method: 'DELETE', path, text: t('silence.ended') })}
            >
              {t('silence.end')}
            </button>
          </p>
        </>
      ) : (
        <>
          <p className="mt-1">{t('silence.note')}</p>
          <SilenceForm
            username={username}
            isBusy={isBusy}
            onSend={(body) => change({ method: 'PUT', path, body, text: t('silence.silenced') })}
          />
        </>
      )}
    </section>
  )
}

/** Dialog in which a moderator holds or silences a member, or undoes this. */
export function MemberDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const t = useTranslate()
  const { data: member, isError } = useQuery(apiQuery(api.member(username), schema))
  const changes = useMemberChanges(username)
  return (
    <Dialog title={t('title', { username })} onClose={onClose}>
      {isError && !member && (
        <p role="alert" className="mt-3 text-danger">
          {t('load_failed')}
        </p>
      )}
      {!member && !isError && <Spinner label={t('common.loading')} className="mt-3" />}
      {member?.is_exempt && <p className="mt-3">{t('exempt')}</p>}
      {member && (!member.is_exempt || member.held_at) && <Spam member={member} changes={changes} />}
      {member && (!member.is_exempt || member.silence) && <Silence member={member} changes={changes} />}
      <output className={changes.done ? 'mt-4 block rounded-xl bg-brand-soft px-4 py-3' : 'sr-only'}>
        {changes.done}
      </output>
      <FormProblem text={changes.problem} />
      <p className="mt-6 flex justify-end">
        <DialogClose className="button button-quiet">{t('dialog.close')}</DialogClose>
      </p>
    </Dialog>
  )
}
