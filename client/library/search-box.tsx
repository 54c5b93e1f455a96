import { useId } from 'react'
import type { ReactNode } from 'react'
import { useSay } from '../i18n.tsx'

type SearchBoxProps = {
  typed: string
  onType: (text: string) => void
  placeholder: string
  /** Whether the search keeps to free content; the plain form has to say so too. */
  free: boolean
  /** What opens below the box. */
  children?: ReactNode
}

/** A box for words of use-case titles; Escape empties it. Without scripts it is a plain form that asks with q. */
export function SearchBox({ typed, onType, placeholder, free, children }: SearchBoxProps) {
  const say = useSay()
  const id = useId()
  return (
    <search>
      <form method="get" className="relative flex gap-2" onSubmit={(event) => event.preventDefault()}>
        <label htmlFor={id} className="sr-only">
          {say('library.search')}
        </label>
        <input
          id={id}
          type="search"
          name="q"
          value={typed}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && onType('')}
          placeholder={placeholder}
          autoComplete="off"
          maxLength={200}
          className="field"
        />
        {free && <input type="hidden" name="free" value="1" />}
        <button type="submit" className="without-script button">
          {say('library.search_submit')}
        </button>
        {children}
      </form>
    </search>
  )
}
