import type { FormEvent } from 'react'
import { AuditAction, AuditKind } from '#shared/audit.ts'
import { Field } from '../../ui/field.tsx'
import { useTranslate as useAdminMessages } from '../messages.ts'
import { useTranslate } from './messages.ts'
import type { ChosenFilters } from './use-audit-filters.ts'

type AuditFiltersProps = { chosen: ChosenFilters; choose: (changes: ChosenFilters) => void }

export function AuditFilters({ chosen, choose }: AuditFiltersProps) {
  const t = useTranslate()
  const say = useAdminMessages()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const textOf = (name: string) => {
      const value = data.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
    choose({ actor: textOf('actor'), target: textOf('target') })
  }
  return (
    <search>
      <form className="grid items-end gap-3 sm:grid-cols-2 xl:grid-cols-3" onSubmit={onSubmit}>
        {(['actor', 'target'] as const).map((name) => (
          <Field
            key={`${name} ${chosen[name]}`}
            name={name}
            label={t(`filter.${name}`)}
            maxLength={200}
            autoCapitalize="none"
            defaultValue={chosen[name]}
          />
        ))}
        <label>
          <span className="mb-1 block font-semibold">{t('filter.kind')}</span>
          <select className="field" value={chosen.kind ?? ''} onChange={({ target }) => choose({ kind: target.value })}>
            <option value="">{t('filter.any')}</option>
            {AuditKind.options.map((kind) => (
              <option key={kind} value={kind}>
                {t(`kinds.${kind}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="mb-1 block font-semibold">{t('filter.action')}</span>
          <select
            className="field"
            value={chosen.action ?? ''}
            onChange={({ target }) => choose({ action: target.value })}
          >
            <option value="">{t('filter.any')}</option>
            {AuditAction.options.map((action) => (
              <option key={action} value={action}>
                {say(`history.actions.${action}`)}
              </option>
            ))}
          </select>
        </label>
        {(['from', 'until'] as const).map((name) => (
          <Field
            key={name}
            type="date"
            label={t(`filter.${name}`)}
            value={chosen[name] ?? ''}
            onChange={({ target }) => choose({ [name]: target.value })}
          />
        ))}
        <p className="flex flex-wrap gap-3">
          <button type="submit" className="button button-quiet">
            {t('filter.find')}
          </button>
        </p>
      </form>
    </search>
  )
}
