import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Member, MemberChanges } from '#shared/members.ts'
import { meQuery } from '../../app/me.queries.ts'
import { plansQuery } from '../../app/plans.queries.ts'
import { Field } from '../../ui/field.tsx'
import { ConflictDialog } from '../conflict-dialog.tsx'
import type { useEditor } from '../use-editor.ts'
import { useTranslate } from './messages.ts'
import { useLabels } from './use-labels.ts'

const roles = ['user', 'moderator', 'admin'] as const
/** Without plans that say more. */
const lowestTiers = [1, 2]
const dayLength = '2026-01-31'.length
const endOfDay = (day: string) => `${day}T23:59:59.999Z`

export const draftOf = ({ role, granted_tier, granted_until, granted_reason }: MemberChanges): MemberChanges => ({
  role,
  granted_tier,
  granted_until,
  granted_reason,
})

type Editor = ReturnType<typeof useEditor<Member, MemberChanges>>
type MemberFormProps = { member: Member; editor: Editor }

function useTiers(): { tier: number; plans: string }[] {
  const { data: plans = [] } = useQuery(plansQuery)
  const tiers = [...new Set([...lowestTiers, ...plans.map(({ tier }) => tier)])]
    .filter((tier) => tier > 0)
    .toSorted((a, b) => a - b)
  return tiers.map((tier) => ({
    tier,
    plans: plans
      .filter((plan) => plan.tier === tier)
      .map(({ name }) => name)
      .join(', '),
  }))
}

export function MemberForm({ member, editor }: MemberFormProps) {
  const t = useTranslate()
  const id = useId()
  const labelOf = useLabels()
  const tiers = useTiers()
  const { data: me } = useQuery(meQuery)
  const { draft, set, errorOf, conflict } = editor
  const { role, granted_tier, granted_until, granted_reason } = draft
  const isOwn = me?.username === member.username
  return (
    <form
      className="card space-y-4 p-6"
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault()
        void editor.save()
      }}
    >
      <h2 id={id} className="text-xl font-bold">
        {t('members.form.title')}
      </h2>
      <label className="block">
        <span className="mb-1 block font-semibold">{t('members.role')}</span>
        <select
          className="field"
          value={role}
          disabled={isOwn}
          onChange={(event) => set({ role: event.currentTarget.value as MemberChanges['role'] })}
        >
          {roles.map((one) => (
            <option key={one} value={one}>
              {t(`members.roles.${one}`)}
            </option>
          ))}
        </select>
        {isOwn && <span className="mt-1 block text-sm text-muted">{t('members.form.own_role')}</span>}
      </label>
      <label className="block">
        <span className="mb-1 block font-semibold">{t('members.form.granted')}</span>
        <select
          className="field"
          value={granted_tier}
          onChange={(event) => {
            const tier = Number(event.currentTarget.value)
            set({ granted_tier: tier, ...(tier === 0 && { granted_until: null, granted_reason: '' }) })
          }}
        >
          <option value="0">{t('members.form.nothing')}</option>
          {tiers.map(({ tier, plans }) => (
            <option key={tier} value={tier}>
              {plans ? t('members.tier_with_plans', { tier, plans }) : t('members.tier_number', { tier })}
            </option>
          ))}
        </select>
      </label>
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
      <p role="alert" className="text-danger empty:hidden">
        {editor.problem}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <button type="submit" className="button" disabled={!editor.isDirty} aria-busy={editor.isBusy}>
          {t('members.form.save')}
        </button>
        {editor.isDirty && (
          <>
            <button type="button" className="button button-quiet" onClick={() => set(draftOf(member))}>
              {t('members.form.discard')}
            </button>
            <span className="text-sm text-muted">{t('members.form.unsaved')}</span>
          </>
        )}
      </div>
      {conflict && <ConflictDialog conflict={conflict} isBusy={editor.isBusy} labelOf={labelOf} />}
    </form>
  )
}
