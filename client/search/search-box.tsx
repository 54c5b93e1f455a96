import { Search } from 'lucide-react'
import { useId } from 'react'
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { useTranslate } from '../app/i18n.tsx'
import { Spinner } from '../ui/spinner.tsx'

type SearchBoxProps = {
  label: string
  typed: string
  onType: (text: string) => void
  placeholder: string
  /** Other parameters of the address, which the plain form sends too. */
  otherParams: Record<string, string>
  isBusy?: boolean
  onEscape?: () => boolean
  onKeyDown?: (event: KeyboardEvent) => void
  onClick?: () => void
  fieldProps?: ComponentProps<'input'>
  children?: ReactNode
}

/** Search field of the library, of a category and of the pipelines. Without scripts it is a plain form. */
export function SearchBox({ typed, onType, placeholder, otherParams, isBusy = false, ...more }: SearchBoxProps) {
  const { label, onEscape = () => false, onKeyDown, onClick, fieldProps, children } = more
  const t = useTranslate()
  const id = useId()
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return onKeyDown?.(event)
    event.preventDefault()
    if (!onEscape()) onType('')
  }
  return (
    <search>
      <form method="get" className="relative flex flex-wrap gap-2" onSubmit={(event) => event.preventDefault()}>
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <div className="relative min-w-0 flex-1">
          <Search className="pointer-events-none absolute left-3 top-3 size-5 text-muted" />
          <input
            id={id}
            type="search"
            name="q"
            value={typed}
            onChange={(event) => onType(event.currentTarget.value)}
            onKeyDown={onKey}
            onClick={onClick}
            placeholder={placeholder}
            autoComplete="off"
            maxLength={200}
            className="field field-search"
            {...fieldProps}
          />
          {isBusy && <Spinner className="absolute right-9 top-3" />}
        </div>
        {Object.entries(otherParams).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <button type="submit" className="without-script button">
          {t('common.search_submit')}
        </button>
        {children}
      </form>
    </search>
  )
}

/** Pattern that matches the typed part of a title as the server's search does. */
export function titlePartPattern(typed: string): RegExp | null {
  const part = typed.trim().replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return part === '' ? null : new RegExp(part, 'giu')
}
