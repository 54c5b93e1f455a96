import { useNavigate } from 'react-router-dom'
import { useTranslate } from './messages.ts'

type SelectProps = {
  name: string
  label: string
  value: string | undefined
  options: (readonly [string, string])[]
  onChoose: (changes: Record<string, string>) => void
}

export function FilterSelect({ name, label, value, options, onChoose }: SelectProps) {
  const t = useTranslate()
  return (
    <label className="min-w-0 text-sm">
      <span className="mb-1 block">{label}</span>
      <select
        name={name}
        className="field"
        value={value ?? ''}
        onChange={({ currentTarget }) => onChoose({ [name]: currentTarget.value })}
      >
        <option value="">{t('payments.any')}</option>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

type InputProps = Omit<SelectProps, 'options'> & { type: 'date' | 'search' }

/** Applies its value on blur or Enter. */
export function FilterInput({ name, label, value, type, onChoose }: InputProps) {
  const choose = (text: string) => text !== (value ?? '') && onChoose({ [name]: text })
  return (
    <label className="min-w-0 text-sm">
      <span className="mb-1 block">{label}</span>
      <input
        key={value}
        type={type}
        name={name}
        className="field"
        defaultValue={value}
        maxLength={200}
        autoComplete="off"
        onBlur={({ currentTarget }) => choose(currentTarget.value.trim())}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && choose(currentTarget.value.trim())}
      />
    </label>
  )
}

/** Returns a function that stores the filters in the query string, so that Back and links restore them. */
export function useFilterNavigation<Filters extends Record<string, string>>(
  filters: Partial<Filters>,
  pathOf: (query: Record<string, string>) => string,
) {
  const navigate = useNavigate()
  return (changes: Record<string, string>) =>
    void navigate(pathOf({ ...(filters as Record<string, string>), ...changes }))
}
