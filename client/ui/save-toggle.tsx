import { Bookmark } from 'lucide-react'
import { useRef } from 'react'
import { useFocusBack } from './use-focus-back.ts'

type SaveToggleProps = {
  saving: { isSaved: boolean; isBusy: boolean; toggle: () => Promise<unknown> }
  /** `undo`: what another click does once it is saved. */
  labels: { save: string; saved: string; undo: string }
}

/**
 * Its name says the state: a button that is also said to be pressed would say it twice. As wide in both states, so that
 * what stands beside it stays where it is.
 */
export function SaveToggle({ saving: { isSaved, isBusy, toggle }, labels: { save, saved, undo } }: SaveToggleProps) {
  const button = useRef<HTMLButtonElement>(null)
  const noteFocus = useFocusBack(button, isBusy)
  return (
    <button
      ref={button}
      type="button"
      className={`button button-quiet ${isSaved ? 'is-saved' : ''}`}
      title={isSaved ? undo : undefined}
      aria-busy={isBusy}
      disabled={isBusy}
      onClick={() => {
        noteFocus()
        void toggle()
      }}
    >
      <Bookmark className={`size-4 ${isSaved ? 'fill-current' : ''}`} aria-hidden="true" />
      <span className="grid text-left *:[grid-area:1/1]">
        <span className={isSaved ? 'invisible' : ''} aria-hidden={isSaved}>
          {save}
        </span>
        <span className={isSaved ? '' : 'invisible'} aria-hidden={!isSaved}>
          {saved}
        </span>
      </span>
    </button>
  )
}
