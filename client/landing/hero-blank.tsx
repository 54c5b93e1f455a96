import { useEffect, useRef } from 'react'
import type { HeroState } from './hero-values.ts'

type HeroBlankProps = { name: string; hero: HeroState }

/** Field of a placeholder. Fields of one placeholder have the same value. The animation reserves the final width. */
export function HeroBlank({ name, hero: { prompt, values, isEdited, edit, change } }: HeroBlankProps) {
  const blank = prompt.blanks.find((one) => one.name === name)
  const label = blank?.label ?? name
  const value = values[name] ?? ''
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // The field may have been entered before hydration.
    if (field.current && field.current === document.activeElement) change(name, field.current.value)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  return (
    <mark className={value === '' ? 'fill fill-open' : 'fill'} translate="no">
      {!isEdited && [label, blank?.value].map((text, at) => <span key={at}>{text}</span>)}
      <span className="fill-value">{value || label}</span>
      <textarea
        ref={field}
        className="needs-script"
        aria-label={label}
        placeholder={label}
        rows={1}
        autoComplete="off"
        autoCapitalize="none"
        value={value}
        onFocus={({ currentTarget }) => {
          edit()
          currentTarget.select()
        }}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        onChange={({ currentTarget }) => change(name, currentTarget.value)}
      />
    </mark>
  )
}
