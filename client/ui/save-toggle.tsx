import { Bookmark } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useRestoreFocus } from './use-restore-focus.ts'

type SaveToggleProps = {
  isSaved: boolean
  isBusy: boolean
  title?: string | undefined
  onToggle: () => unknown
  children: ReactNode
}

/** Button that saves or unsaves an item. It has no aria-pressed, since the label shows the state. */
export function SaveToggle({ isSaved, isBusy, title, onToggle, children }: SaveToggleProps) {
  const button = useRef<HTMLButtonElement>(null)
  const rememberFocus = useRestoreFocus(button, isBusy)
  return (
    <button
      ref={button}
      type="button"
      className={`button button-quiet ${isSaved ? 'is-saved' : ''}`}
      title={title}
      data-command="save"
      aria-busy={isBusy}
      disabled={isBusy}
      onClick={() => {
        rememberFocus()
        onToggle()
      }}
    >
      <Bookmark className={`size-4 ${isSaved ? 'fill-current' : ''}`} aria-hidden="true" />
      {children}
    </button>
  )
}
