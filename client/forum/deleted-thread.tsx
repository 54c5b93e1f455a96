import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { useTranslate } from './thread.messages.ts'

/** What stands instead of a thread that was deleted here. */
export function DeletedThread({ title, onUndo }: { title: string; onUndo: () => void }) {
  const t = useTranslate()
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => undo.current?.focus(), [])
  return (
    <div className="card mt-4 p-6">
      <h1 className="text-xl font-bold">{t('thread.is_deleted')}</h1>
      <p className="mt-1" dir="auto">
        {title}
      </p>
      <p className="mt-1 text-muted">{t('thread.is_deleted_note')}</p>
      <p className="mt-4 flex flex-wrap gap-2">
        <button type="button" className="button" ref={undo} onClick={onUndo}>
          {t('action.undo')}
        </button>
        <Link to={paths.forum} className="button button-quiet">
          {t('thread.to_forum')}
        </Link>
      </p>
    </div>
  )
}
