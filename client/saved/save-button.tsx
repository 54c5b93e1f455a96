import { useTranslate } from './messages.ts'
import { Bookmark } from 'lucide-react'
import { useRef } from 'react'
import { useFocusBack } from '../ui/use-focus-back.ts'
import { useSaving } from './use-marks.ts'

export function SaveButton({ prompt }: { prompt: { slug: string; is_saved?: boolean } }) {
  const t = useTranslate()
  const button = useRef<HTMLButtonElement>(null)
  const { isSaved, isBusy, toggle } = useSaving(prompt)
  const noteFocus = useFocusBack(button, isBusy)
  return (
    <button
      ref={button}
      type="button"
      className="button button-quiet"
      aria-pressed={isSaved}
      aria-busy={isBusy}
      disabled={isBusy}
      onClick={() => {
        noteFocus()
        void toggle()
      }}
    >
      <Bookmark className={`size-4 ${isSaved ? 'fill-current' : ''}`} aria-hidden="true" />
      {t('marks.save')}
    </button>
  )
}
