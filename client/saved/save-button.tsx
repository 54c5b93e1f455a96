import { useTranslate } from './messages.ts'
import { Bookmark } from 'lucide-react'
import { useRef } from 'react'
import { ToggleLabel } from '../ui/toggle-label.tsx'
import { useRestoreFocus } from '../ui/use-restore-focus.ts'
import { useSavePrompt } from './use-marks.ts'

/** Save button of a prompt. It has no aria-pressed, since the label shows the state. */
export function SaveButton({ prompt }: { prompt: { slug: string; is_saved?: boolean } }) {
  const t = useTranslate()
  const button = useRef<HTMLButtonElement>(null)
  const { isSaved, isBusy, toggle } = useSavePrompt(prompt)
  const rememberFocus = useRestoreFocus(button, isBusy)
  return (
    <button
      ref={button}
      type="button"
      className={`button button-quiet ${isSaved ? 'is-saved' : ''}`}
      title={isSaved ? t('marks.unsave') : undefined}
      aria-busy={isBusy}
      disabled={isBusy}
      onClick={() => {
        rememberFocus()
        void toggle()
      }}
    >
      <Bookmark className={`size-4 ${isSaved ? 'fill-current' : ''}`} aria-hidden="true" />
      <ToggleLabel isOn={isSaved} on={t('marks.saved')} off={t('marks.save')} />
    </button>
  )
}
