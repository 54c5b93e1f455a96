import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { adminPaths } from '#shared/admin/paths.ts'
import type { BlockChange, AdminMember } from '#shared/admin/members.ts'
import { useDateTimeFormat } from '../../app/format/dates.ts'
import { useErrorText } from '../../app/error-text.ts'
import { meQuery } from '../../app/session/me.queries.ts'
import { useUnsentText } from '../../app/unsent-text.ts'
import { Field } from '../../ui/field.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { conflictingVersion, saveEditedItem } from '../item-with-etag.ts'
import type { ItemWithEtag } from '../item-with-etag.ts'
import { memberOverviewQuery, memberSchema } from './members.queries.ts'
import { useTranslate } from './messages.ts'

type MemberBlockProps = {
  edited: ItemWithEtag<AdminMember>
  onChanged: (edited: ItemWithEtag<AdminMember>, message: string) => void
}
type Sending = { isBusy: boolean; problem: string; send: (block: BlockChange['block'], onDone?: () => void) => void }

function useBlock({ edited, onChanged }: MemberBlockProps): Sending {
  const t = useTranslate()
  const errorText = useErrorText()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const path = adminPaths.api.memberBlock(edited.item.id)
  const send: Sending['send'] = (block, onDone) => {
    setBusy(true)
    saveEditedItem(client, { path, body: { block }, etag: edited.etag, schema: memberSchema }).then(
      (result) => {
        onDone?.()
        return onChanged(result, t(block ? 'members.block.blocked' : 'members.block.unblocked'))
      },
      (error: unknown) => {
        setBusy(false)
        const current = conflictingVersion<AdminMember>(error)
        if (!current) return setProblem(errorText(error))
        const { role, granted_tier, block: now } = current.item
        const state = [t(`members.roles.${role}`), t('members.tier_number', { tier: granted_tier })]
        if (now) state.push(t('members.states.blocked'))
        onChanged(current, t('members.block.changed', { state: state.join(', ') }))
      },
    )
  }
  return { isBusy, problem, send }
}

type DialogProps = { member: AdminMember; sending: Sending; onClose: () => void }

function BlockDialog({ member, sending: { isBusy, problem, send }, onClose }: DialogProps) {
  const t = useTranslate()
  const { data } = useQuery(memberOverviewQuery(member.id))
  const [hides_content, setHides] = useState(false)
  const reason = useUnsentText(adminPaths.api.memberBlock(member.id))
  return (
    <ConfirmDialog
      title={t('members.block.ask', { name: member.username })}
      action={t('members.block.confirm')}
      onConfirm={() => send({ hides_content, reason: reason.text }, reason.drop)}
      {...{ isBusy, problem, onClose }}
    >
      {data && (
        <>
          <p>{t('members.block.sessions', { count: data.sessions })}</p>
          <p>{t('members.block.texts', { threads: data.threads, comments: data.comments })}</p>
          {data.subscription && <p className="text-danger">{t('members.block.subscription')}</p>}
        </>
      )}
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          className="mt-1"
          checked={hides_content}
          onChange={(event) => setHides(event.currentTarget.checked)}
        />
        {t('members.block.hide')}
      </label>
      <Field
        label={t('members.block.reason')}
        value={reason.text}
        maxLength={500}
        onChange={(event) => reason.change(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}

function UnblockDialog({ member, sending: { isBusy, problem, send }, onClose }: DialogProps) {
  const t = useTranslate()
  return (
    <ConfirmDialog
      title={t('members.block.ask_unblock', { name: member.username })}
      action={t('members.block.unblock')}
      isDanger={false}
      onConfirm={() => send(null)}
      {...{ isBusy, problem, onClose }}
    >
      <p>{t('members.block.unblock_note')}</p>
    </ConfirmDialog>
  )
}

/** Block and unblock buttons of a member. A new `key` closes a dialog that shows a former state. */
export function MemberBlock(props: MemberBlockProps) {
  const t = useTranslate()
  const id = useId()
  const moment = useDateTimeFormat()
  const { data: me } = useQuery(meQuery)
  const [isOpen, setOpen] = useState(false)
  const sending = useBlock(props)
  const member = props.edited.item
  const { block, username } = member
  const isSelf = me?.username === username
  const ConfirmChange = block ? UnblockDialog : BlockDialog
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
        <p className="mt-2 text-muted">{t(isSelf ? 'members.block.own' : 'members.block.not_blocked')}</p>
      )}
      {!isSelf && (
        <p className="mt-4">
          <button
            type="button"
            className={`button button-quiet ${block ? '' : 'button-danger'}`}
            onClick={() => setOpen(true)}
          >
            {t(block ? 'members.block.unblock' : 'members.block.open')}
          </button>
        </p>
      )}
      {isOpen && <ConfirmChange member={member} sending={sending} onClose={() => setOpen(false)} />}
    </section>
  )
}
