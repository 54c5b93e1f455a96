import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslate } from './messages.ts'

const debounceMs = 300

/** Stores an uncontrolled textarea after a pause: React and storage are slow with 100 kB of text. */
function useDebouncedStore(value: string, onRest: (text: string) => void) {
  const area = useRef<HTMLTextAreaElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isMounted = useRef(false)
  const store = useEffectEvent(() => {
    clearTimeout(timer.current)
    if (area.current && area.current.value !== value) onRest(area.current.value)
  })
  useEffect(() => {
    // Stores input typed before hydration.
    if (area.current?.value) store()
    addEventListener('pagehide', store)
    return () => removeEventListener('pagehide', store)
  }, [])
  useLayoutEffect(() => {
    const field = area.current
    if (field && field.value !== value && (isMounted.current || value !== '')) field.value = value
    isMounted.current = true
    clearTimeout(timer.current)
  }, [value])
  useLayoutEffect(() => () => store(), [])
  const onChange = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(store, debounceMs)
  }
  return { ref: area, onChange, onBlur: store }
}

type EntryFieldProps = {
  label: string
  value: string
  onType: (text: string) => void
  fallback?: string | null
  hint?: ReactNode
  rows: number
  isLasting: boolean
}

export function EntryField({ label, value, onType, fallback, hint, rows, isLasting }: EntryFieldProps) {
  const t = useTranslate()
  const id = useId()
  const text = useDebouncedStore(value, onType)
  return (
    <div className="needs-script">
      <label htmlFor={id} className="slot-label" dir="auto">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="mb-2 max-w-prose text-sm text-pretty text-muted" dir="auto">
          {hint}
        </p>
      )}
      <textarea
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={`slot-field ${fallback ? 'has-default' : ''}`}
        dir="auto"
        rows={rows}
        autoComplete="off"
        placeholder={fallback ?? ' '}
        {...text}
      />
      <output className={value && !isLasting ? 'mt-1 block rounded-lg bg-warning px-3 py-2 text-sm' : 'sr-only'}>
        {value && !isLasting && t('pipeline.not_kept')}
      </output>
    </div>
  )
}
