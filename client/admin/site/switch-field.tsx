import { useId } from 'react'
import { useTranslate } from './messages.ts'

type SwitchFieldProps = {
  name: 'live_feed' | 'asks_confirmed_email'
  value: boolean | null
  standard: boolean
  onChange: (value: boolean | null) => void
}

const choices = { standard: null, on: true, off: false } as const
type Choice = keyof typeof choices

export function SwitchField({ name, value, standard, onChange }: SwitchFieldProps) {
  const t = useTranslate()
  const id = useId()
  const chosen: Choice = value === null ? 'standard' : value ? 'on' : 'off'
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {t(`field.${name}`)}
      </label>
      <select
        id={id}
        className="field"
        aria-describedby={`${id}-note`}
        value={chosen}
        onChange={({ target }) => onChange(choices[target.value as Choice])}
      >
        <option value="standard">{t('standard', { value: t(standard ? 'on' : 'off') })}</option>
        <option value="on">{t('on')}</option>
        <option value="off">{t('off')}</option>
      </select>
      <p id={`${id}-note`} className="mt-1 text-sm text-muted">
        {t(`hint.${name}`)}
      </p>
    </div>
  )
}
