import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { FormEvent } from 'react'
import type { AdminMember, MemberChanges } from '#shared/admin/members.ts'
import { roles } from '#shared/users/rights.ts'
import { meQuery } from '../../app/session/me.queries.ts'
import { plansQuery } from '../../app/plans.queries.ts'
import { Field } from '../../ui/field.tsx'
import { ConflictDialog } from '../conflict-dialog.tsx'
import { SaveBar } from '../editor-form.tsx'
import { Select } from '../form-fields.tsx'
import type { Option } from '../form-fields.tsx'
import type { useEditor } from '../use-editor.ts'
import { useTranslate } from './messages.ts'

/** Tiers that are always offered, even without a plan of that tier. */
const lowestTiers = [1, 2]
const dayLength = '2026-01-31'.length
const endOfDay = (day: string) => `${day}T23:59:59.999Z`

export const memberDraftOf = ({ role, granted_tier, granted_until, granted_reason }: MemberChanges): MemberChanges => ({
  role,
  granted_tier,
  granted_until,
  granted_reason,
})

export function useMemberFieldLabels(): (path: string) => string {
  const t = useTranslate()
  const labels: Record<string, string> = {
    role: t('members.role'),
    granted_tier: t('members.form.granted'),
    granted_until: t('members.form.until'),
    granted_reason: t('members.form.reason'),
    'block.reason': t('members.block.reason'),
    'block.hides_content': t('members.block.hide'),
    is_held: t('members.states.held'),
    'silence.until': t('members.moderation.silenced_until'),
    'silence.reason': t('members.moderation.silence_reason'),
  }
  return (path) => labels[path] ?? t('members.block.title')
}

type Editor = ReturnType<typeof useEditor<AdminMember, MemberChanges>>
type MemberFormProps = { member: AdminMember; editor: Editor }

function useTierOptions(): Option[] {
  const t = useTranslate()
  const { data: plans = [] } = useQuery(plansQuery)
  const tiers = [...new Set([...lowestTiers, ...plans.map(({ tier }) => tier)])].filter((tier) => tier > 0)
  return tiers
    .toSorted((a, b) => a - b)
    .map((tier) => {
      const names = plans.filter((plan) => plan.tier === tier).map(({ name }) => name)
      const facts = { tier, plans: names.join(', ') }
      return {
        value: String(tier),
        name: t(names.length > 0 ? 'members.tier_with_plans' : 'members.tier_number', facts),
      }
    })
}

function GrantFields({ editor: { draft, set, errorOf } }: Pick<MemberFormProps, 'editor'>) {
  const t = useTranslate()
  const tiers = useTierOptions()
  const { granted_tier, granted_until, granted_reason } = draft
  return (
    <>
      <Select
        label={t('members.form.granted')}
        value={String(granted_tier)}
        options={[{ value: '0', name: t('members.form.nothing') }, ...tiers]}
        onChange={(value) => {
          const tier = Number(value)
          set({ granted_tier: tier, ...(tier === 0 && { granted_until: null, granted_reason: '' }) })
        }}
      />
      {granted_tier > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={t('members.form.until')}
            hint={t('members.form.without_end')}
            error={errorOf('granted_until')}
            type="date"
            value={granted_until?.slice(0, dayLength) ?? ''}
            onChange={({ currentTarget: { value } }) => set({ granted_until: value ? endOfDay(value) : null })}
          />
          <Field
            label={t('members.form.reason')}
            error={errorOf('granted_reason')}
            value={granted_reason}
            maxLength={500}
            onChange={({ currentTarget: { value } }) => set({ granted_reason: value })}
          />
        </div>
      )}
    </>
  )
}

export function MemberForm({ member, editor }: MemberFormProps) {
  const t = useTranslate()
  const id = useId()
  const labelOf = useMemberFieldLabels()
  const { data: me } = useQuery(meQuery)
  const { draft, set, conflict, isBusy } = editor
  const { role } = draft
  const isMe = me?.username === member.username
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void editor.save()
  }
  return (
    <form className="card space-y-4 p-6" aria-labelledby={id} onSubmit={onSubmit}>
      <h2 id={id} className="text-xl font-bold">
        {t('members.form.title')}
      </h2>
      <Select
        label={t('members.role')}
        value={role}
        options={roles.map((value) => ({ value, name: t(`members.roles.${value}`) }))}
        isDisabled={isMe}
        hint={isMe ? t('members.form.own_role') : t(`members.duties.${role}`)}
        onChange={(value) => set({ role: value as MemberChanges['role'] })}
      />
      <GrantFields editor={editor} />
      <SaveBar editor={editor} />
      {conflict && <ConflictDialog conflict={conflict} isBusy={isBusy} labelOf={labelOf} />}
    </form>
  )
}
