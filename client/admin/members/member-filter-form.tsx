import { Search } from 'lucide-react'
import { useId } from 'react'
import { useNavigate } from 'react-router-dom'
import { adminPaths } from '#shared/admin-paths.ts'
import { withQuery } from '#shared/paths.ts'
import type { MemberFilters } from './members.queries.ts'
import { useTranslate } from './messages.ts'

const tiers = ['0', '1', '2']
const roles = ['user', 'moderator', 'admin'] as const
const states = ['active', 'unconfirmed', 'blocked'] as const

type ChoiceProps = { name: string; label: string; value: string | undefined; options: (readonly [string, string])[] }

/** What is looked for stands in the address, so that Back and a link lead to it. */
export function MemberFilterForm({ filters }: { filters: MemberFilters }) {
  const t = useTranslate()
  const id = useId()
  const navigate = useNavigate()
  const choose = (changes: MemberFilters) => void navigate(withQuery(adminPaths.members, { ...filters, ...changes }))
  const choice = ({ name, label, value, options }: ChoiceProps) => (
    <label key={name} className="text-sm">
      <span className="mb-1 block">{label}</span>
      <select
        name={name}
        className="field"
        value={value ?? ''}
        onChange={(event) => choose({ [name]: event.currentTarget.value })}
      >
        <option value="">{t('members.any')}</option>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <search>
      <form
        className="grid gap-3 md:grid-cols-[1fr_auto] md:items-end"
        onSubmit={(event) => {
          event.preventDefault()
          const q = new FormData(event.currentTarget).get('q')
          choose({ q: typeof q === 'string' ? q.trim() : '' })
        }}
      >
        <div className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <label htmlFor={id} className="mb-1 block text-sm">
              {t('members.search')}
            </label>
            <div className="relative">
              <Search className="pointer-events-none absolute top-3 left-3 size-5 text-muted" aria-hidden="true" />
              <input
                key={filters.q}
                id={id}
                type="search"
                name="q"
                defaultValue={filters.q}
                maxLength={200}
                autoComplete="off"
                className="field field-search"
              />
            </div>
          </div>
          <button type="submit" className="button button-quiet">
            {t('members.search_submit')}
          </button>
        </div>
        <div className="grid grid-cols-3 gap-2">
          {choice({
            name: 'role',
            label: t('members.role'),
            value: filters.role,
            options: roles.map((role) => [role, t(`members.roles.${role}`)] as const),
          })}
          {choice({
            name: 'tier',
            label: t('members.tier'),
            value: filters.tier,
            options: tiers.map((tier) => [tier, tier] as const),
          })}
          {choice({
            name: 'state',
            label: t('members.state'),
            value: filters.state,
            options: states.map((state) => [state, t(`members.states.${state}`)] as const),
          })}
        </div>
      </form>
    </search>
  )
}
