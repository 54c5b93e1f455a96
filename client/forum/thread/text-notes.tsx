import { Pencil } from 'lucide-react'
import type { Comment, Thread } from '#shared/forum/schema.ts'
import { useTranslate } from './tools.messages.ts'

/** Note about pending changes of a published text. Only the author sees it. */
function PendingEditNote({ pending_edit }: Pick<Thread | Comment, 'pending_edit'>) {
  const t = useTranslate()
  if (!pending_edit) return null
  const { title, html } = pending_edit
  return (
    <section className="comment-note mt-4">
      <p>
        <strong>{t('note.edit')}</strong>
      </p>
      <p>{t('note.edit_note')}</p>
      <div className="mt-2 mb-1 rounded-lg bg-surface p-3">
        {title !== null && (
          <p className="mb-2 text-lg font-bold wrap-anywhere" dir="auto">
            {title}
          </p>
        )}
        <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    </section>
  )
}

type ThreadNoteProps = { thread: Thread; isEditing: boolean; onEdit: (() => void) | null }

export function ThreadNote({ thread, isEditing, onEdit }: ThreadNoteProps) {
  const t = useTranslate()
  const { status, is_hidden, is_mine, moderation_note } = thread
  const state = is_hidden ? 'hidden' : status === 'published' ? null : status
  if (!state) return isEditing ? null : <PendingEditNote {...thread} />
  return (
    <div className="comment-note mt-4">
      <p>
        <strong>{t(`note.${state}`)}</strong>
      </p>
      <p>{t(`note.${state}_note`, { who: t(is_mine ? 'note.you' : 'note.its_author') })}</p>
      {moderation_note && (
        <>
          <p className="mt-2 font-semibold">{t('note.moderator_note')}</p>
          <p className="whitespace-pre-wrap" dir="auto">
            {moderation_note}
          </p>
        </>
      )}
      {status === 'rejected' && onEdit && (
        <button type="button" className="button button-quiet mt-3" onClick={onEdit}>
          <Pencil className="size-4" aria-hidden="true" />
          {t('note.mend')}
        </button>
      )}
    </div>
  )
}

export function CommentNote({ comment, isEditing }: { comment: Comment; isEditing: boolean }) {
  const t = useTranslate()
  if (comment.status !== 'held') return isEditing ? null : <PendingEditNote {...comment} />
  return (
    <p className="comment-note">{t('note.held_note', { who: t(comment.is_mine ? 'note.you' : 'note.its_author') })}</p>
  )
}
