import { useEffect, useState } from 'react'
import { useTranslate } from './thread.messages.ts'

/** How long something can be taken back from here. */
const offeredMs = 10_000

type UndoToastProps = { text: string; onUndo: () => void; onEnd: () => void }

/** Stays while the pointer or the focus is in it. */
export function UndoToast({ text, onUndo, onEnd }: UndoToastProps) {
  const t = useTranslate()
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(onEnd, offeredMs)
    return () => clearTimeout(timer)
  }, [isHeld, onEnd])
  return (
    <div
      className="fixed inset-x-4 bottom-[calc(4.5rem+var(--foot,0px))] z-40 mx-auto flex w-fit max-w-full animate-appear items-center gap-3 rounded-xl border border-line bg-raised py-2 pr-2 pl-5 font-medium shadow-raised"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <output>{text}</output>
      <button type="button" className="button button-quiet" onClick={onUndo}>
        {t('action.undo')}
      </button>
    </div>
  )
}
