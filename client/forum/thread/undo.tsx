import { useEffect, useRef, useState } from 'react'
import { paths } from '#shared/paths.ts'
import { Link } from '../../app/link.tsx'
import { useTranslate as usePageMessages } from './messages.ts'
import { useTranslate } from './tools.messages.ts'

export function DeletedThreadNote({ title, onUndo }: { title: string; onUndo: () => void }) {
  const t = useTranslate()
  const page = usePageMessages()
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => undo.current?.focus(), [])
  return (
    <div className="card mt-4 p-6">
      <h1 className="text-xl font-bold">{t('deleted.title')}</h1>
      <p className="mt-1" dir="auto">
        {title}
      </p>
      <p className="mt-1 text-muted">{t('deleted.note')}</p>
      <p className="mt-4 flex flex-wrap gap-2">
        <button type="button" className="button" ref={undo} onClick={onUndo}>
          {page('action.undo')}
        </button>
        <Link to={paths.forum} className="button button-quiet">
          {t('deleted.to_forum')}
        </Link>
      </p>
    </div>
  )
}

/** Time in ms in which undo is offered. */
const offeredMs = 10_000

type UndoToastProps = { text: string; onUndo: () => void; onEnd: () => void }

/** Note with an undo button. It stays while hovered or focused. */
export function UndoToast({ text, onUndo, onEnd }: UndoToastProps) {
  const page = usePageMessages()
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
        {page('action.undo')}
      </button>
    </div>
  )
}
