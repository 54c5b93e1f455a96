import { Pencil } from 'lucide-react'
import type { Thread } from '#shared/forum.ts'
import { useTranslate } from './thread.messages.ts'

/** Why not everyone sees a thread, for its author and for moderators. */
export function ThreadNote({ thread, onEdit }: { thread: Thread; onEdit: (() => void) | null }) {
  const t = useTranslate()
  const { status, is_hidden, is_mine, moderation_note } = thread
  const state = is_hidden ? 'hidden' : status === 'published' ? null : status
  if (!state) return null
  return (
    <div className="comment-note mt-4">
      <p>
        <strong>{t(`thread.${state}`)}</strong>
      </p>
      <p>{t(`thread.${state}_note`, { who: t(is_mine ? 'thread.you' : 'thread.its_author') })}</p>
      {moderation_note && (
        <>
          <p className="mt-2 font-semibold">{t('thread.moderator_note')}</p>
          <p className="whitespace-pre-wrap" dir="auto">
            {moderation_note}
          </p>
        </>
      )}
      {status === 'rejected' && onEdit && (
        <button type="button" className="button button-quiet mt-3" onClick={onEdit}>
          <Pencil className="size-4" aria-hidden="true" />
          {t('thread.mend')}
        </button>
      )}
    </div>
  )
}
