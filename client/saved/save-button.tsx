import { useTranslate } from './messages.ts'
import { Bookmark } from 'lucide-react'
import { useRef } from 'react'
import { useFocusBack } from '../ui/use-focus-back.ts'
import { useSaving } from './use-marks.ts'

/** As wide in both states, so that what stands beside it stays where it is. */
function Label({ isSaved }: { isSaved: boolean }) {
  const t = useTranslate()
  return (
    <span className="grid text-left *:[grid-area:1/1]">
      <span className={isSaved ? 'invisible' : ''} aria-hidden={isSaved}>
        {t('marks.save')}
      </span>
      <span className={isSaved ? '' : 'invisible'} aria-hidden={!isSaved}>
        {t('marks.saved')}
      </span>
    </span>
  )
}

type SaveToggleProps = {
  saving: { isSaved: boolean; isBusy: boolean; toggle: () => Promise<unknown> }
  /** What another click does once it is saved. */
  undo: string
}

/** Its name says the state: a button that is also said to be pressed would say it twice. */
export function SaveToggle({ saving: { isSaved, isBusy, toggle }, undo }: SaveToggleProps) {
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
      <Label isSaved={isSaved} />
    </button>
  )
}

export function SaveButton({ prompt }: { prompt: { slug: string; is_saved?: boolean } }) {
  const t = useTranslate()
  return <SaveToggle saving={useSaving(prompt)} undo={t('marks.unsave')} />
}
