import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { adminPaths } from '#shared/admin-paths.ts'
import type { BlockChange, Member } from '#shared/members.ts'
import { NetworkProblem } from '../../app/api.ts'
import { useDateTimeFormat } from '../../app/dates.ts'
import { meQuery } from '../../app/me.queries.ts'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { currentOf, saveEdited } from '../edited.ts'
import type { Edited } from '../edited.ts'
import { memberOverviewQuery, memberSchema } from './members.queries.ts'
import { useTranslate } from './messages.ts'

type MemberBlockProps = { edited: Edited<Member>; onChanged: (edited: Edited<Member>, said: string) => void }
type Sending = { isBusy: boolean; problem: string; send: (block: BlockChange['block']) => void }

function useBlock({ edited, onChanged }: MemberBlockProps): Sending {
  const t = useTranslate()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const path = adminPaths.api.memberBlock(edited.item.id)
  const send = (block: BlockChange['block']) => {
    setBusy(true)
    saveEdited(client, { path, body: { block }, etag: edited.etag, schema: memberSchema }).then(
      (result) => onChanged(result, t(block ? 'members.block.blocked' : 'members.block.unblocked')),
      (error: unknown) => {
        setBusy(false)
        const current = currentOf<Member>(error)
        if (!current)
          return setProblem(error instanceof NetworkProblem ? t('offline.not_sent') : (error as Error).message)
        const { role, granted_tier, block: now } = current.item
        const state = [t(`members.roles.${role}`), t('members.tier_number', { tier: granted_tier })]
        if (now) state.push(t('members.states.blocked'))
        onChanged(current, t('members.block.changed', { state: state.join(', ') }))
      },
    )
  }
  return { isBusy, problem, send }
}

type AskProps = { member: Member; sending: Sending; onClose: () => void }

function AskBlock({ member, sending: { isBusy, problem, send }, onClose }: AskProps) {
  const t = useTranslate()
  const { data } = useQuery(memberOverviewQuery(member.id))
  const [hides_content, setHides] = useState(false)
  const [reason, setReason] = useState('')
  return (
    <Dialog title={t('members.block.ask', { name: member.username })} isAlert onClose={onClose}>
      {data && (
        <>
          <p className="mt-2">{t('members.block.sessions', { count: data.sessions })}</p>
          <p>{t('members.block.texts', { threads: data.threads, comments: data.comments })}</p>
          {data.subscription && <p className="text-danger">{t('members.block.subscription')}</p>}
        </>
      )}
      <label className="mt-4 flex items-start gap-3">
        <input
          type="checkbox"
          className="mt-1"
          checked={hides_content}
          onChange={(event) => setHides(event.currentTarget.checked)}
        />
        {t('members.block.hide')}
      </label>
      <div className="mt-4">
        <Field
          label={t('members.block.reason')}
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
      <p role="alert" className="mt-2 text-danger empty:hidden">
        {problem}
      </p>
      <p className="mt-6 flex flex-wrap justify-end gap-3">
        <DialogClose className="button button-quiet">{t('dialog.cancel')}</DialogClose>
        <button
          type="button"
          className="button button-danger"
          disabled={isBusy}
          onClick={() => send({ hides_content, reason })}
        >
          {t('members.block.confirm')}
        </button>
      </p>
    </Dialog>
  )
}

function AskUnblock({ member, sending: { isBusy, problem, send }, onClose }: AskProps) {
  const t = useTranslate()
  return (
    <Dialog title={t('members.block.ask_unblock', { name: member.username })} isAlert onClose={onClose}>
      <p className="mt-2">{t('members.block.unblock_note')}</p>
      <p role="alert" className="mt-2 text-danger empty:hidden">
        {problem}
      </p>
      <p className="mt-6 flex flex-wrap justify-end gap-3">
        <DialogClose className="button button-quiet">{t('dialog.cancel')}</DialogClose>
        <button type="button" className="button" disabled={isBusy} onClick={() => send(null)}>
          {t('members.block.unblock')}
        </button>
      </p>
    </Dialog>
  )
}

/** Another `key` for another state of the member: what was asked about the former one is over. */
export function MemberBlock(props: MemberBlockProps) {
  const t = useTranslate()
  const id = useId()
  const moment = useDateTimeFormat()
  const { data: me } = useQuery(meQuery)
  const [isAsking, setAsking] = useState(false)
  const sending = useBlock(props)
  const member = props.edited.item
  const { block, username } = member
  const isOwn = me?.username === username
  const Ask = block ? AskUnblock : AskBlock
  return (
    <section aria-labelledby={id} className="card p-6">
      <h2 id={id} className="text-xl font-bold">
        {t('members.block.title')}
      </h2>
      {block ? (
        <>
          <p className="mt-2">{t('members.block.blocked_at', { moment: moment(block.at) })}</p>
          <p>{t(block.hides_content ? 'members.block.hidden' : 'members.block.shown')}</p>
          {block.reason && (
            <p dir="auto" className="mt-2 text-muted">
              {block.reason}
            </p>
          )}
        </>
      ) : (
        <p className="mt-2 text-muted">{t(isOwn ? 'members.block.own' : 'members.block.not_blocked')}</p>
      )}
      {!isOwn && (
        <p className="mt-4">
          <button
            type="button"
            className={`button button-quiet ${block ? '' : 'button-danger'}`}
            onClick={() => setAsking(true)}
          >
            {t(block ? 'members.block.unblock' : 'members.block.open')}
          </button>
        </p>
      )}
      {isAsking && <Ask member={member} sending={sending} onClose={() => setAsking(false)} />}
    </section>
  )
}
