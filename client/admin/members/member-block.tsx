import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminPaths } from '#shared/admin/paths.ts'
import type { BlockChange, AdminMember } from '#shared/admin/members.ts'
import { useDateTimeFormat } from '../../app/format/dates.ts'
import { meQuery } from '../../app/session/me.queries.ts'
import { useUnsentText } from '../../app/unsent-text.ts'
import { Field } from '../../ui/field.tsx'
import { ConfirmButton } from '../confirm-button.tsx'
import { DetailsSection } from '../details.tsx'
import { conflictingVersion, saveEditedItem } from '../item-with-etag.ts'
import type { ItemWithEtag } from '../item-with-etag.ts'
import { memberOverviewQuery, memberSchema } from './members.queries.ts'
import { useTranslate } from './messages.ts'

type MemberBlockProps = {
  edited: ItemWithEtag<AdminMember>
  onChanged: (edited: ItemWithEtag<AdminMember>, message: string) => void
}

/** Returns a function that sends a block and its result as text. After a 412 the result is the current state. */
function useBlock({ item, etag }: ItemWithEtag<AdminMember>) {
  const t = useTranslate()
  const client = useQueryClient()
  return async (block: BlockChange['block']) => {
    const request = { path: adminPaths.api.memberBlock(item.id), body: { block }, etag, schema: memberSchema }
    try {
      const edited = await saveEditedItem(client, request)
      return { edited, isConflict: false, text: t(block ? 'members.block.blocked' : 'members.block.unblocked') }
    } catch (error) {
      const edited = conflictingVersion<AdminMember>(error)
      if (!edited) throw error
      const { role, granted_tier, block: current } = edited.item
      const state = [t(`members.roles.${role}`), t('members.tier_number', { tier: granted_tier })]
      if (current) state.push(t('members.states.blocked'))
      return { edited, isConflict: true, text: t('members.block.changed', { state: state.join(', ') }) }
    }
  }
}

function BlockEffects({ id }: { id: number }) {
  const t = useTranslate()
  const { data } = useQuery(memberOverviewQuery(id))
  if (!data) return null
  return (
    <>
      <p>{t('members.block.sessions', { count: data.sessions })}</p>
      <p>{t('members.block.texts', { threads: data.threads, comments: data.comments })}</p>
      {data.subscription && <p className="text-danger">{t('members.block.subscription')}</p>}
    </>
  )
}

function BlockButton({ edited, onChanged }: MemberBlockProps) {
  const t = useTranslate()
  const sendBlock = useBlock(edited)
  const { id, username } = edited.item
  const [hides_content, setHides] = useState(false)
  const reason = useUnsentText(adminPaths.api.memberBlock(id))
  return (
    <ConfirmButton
      label={t('members.block.open')}
      title={t('members.block.ask', { name: username })}
      action={t('members.block.confirm')}
      send={() => sendBlock({ hides_content, reason: reason.text })}
      onDone={(result) => {
        if (!result.isConflict) reason.drop()
        onChanged(result.edited, result.text)
      }}
      onClose={() => setHides(false)}
    >
      <BlockEffects id={id} />
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
    </ConfirmButton>
  )
}

function UnblockButton({ edited, onChanged }: MemberBlockProps) {
  const t = useTranslate()
  const sendBlock = useBlock(edited)
  return (
    <ConfirmButton
      label={t('members.block.unblock')}
      title={t('members.block.ask_unblock', { name: edited.item.username })}
      action={t('members.block.unblock')}
      isDanger={false}
      send={() => sendBlock(null)}
      onDone={(result) => onChanged(result.edited, result.text)}
    >
      <p>{t('members.block.unblock_note')}</p>
    </ConfirmButton>
  )
}

function State({ member: { block }, isMe }: { member: AdminMember; isMe: boolean }) {
  const t = useTranslate()
  const moment = useDateTimeFormat()
  if (!block) return <p className="mt-2 text-muted">{t(isMe ? 'members.block.own' : 'members.block.not_blocked')}</p>
  return (
    <>
      <p className="mt-2">{t('members.block.blocked_at', { moment: moment(block.at) })}</p>
      <p>{t(block.hides_content ? 'members.block.hidden' : 'members.block.shown')}</p>
      {block.reason && (
        <p dir="auto" className="mt-2 text-muted">
          {block.reason}
        </p>
      )}
    </>
  )
}

/** Block and unblock buttons of a member. A new `key` closes a dialog that shows a former state. */
export function MemberBlock(props: MemberBlockProps) {
  const t = useTranslate()
  const { data: me } = useQuery(meQuery)
  const { item } = props.edited
  const isMe = me?.username === item.username
  const ChangeButton = item.block ? UnblockButton : BlockButton
  return (
    <DetailsSection title={t('members.block.title')}>
      <State member={item} isMe={isMe} />
      {!isMe && (
        <div className="mt-4">
          <ChangeButton {...props} />
        </div>
      )}
    </DetailsSection>
  )
}
