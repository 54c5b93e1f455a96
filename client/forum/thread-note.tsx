import type { Thread } from '#shared/forum.ts'
import { useTranslate } from './thread.messages.ts'

/** Why not everyone sees a thread, for its author and for moderators. */
export function ThreadNote({ thread }: { thread: Thread }) {
  const t = useTranslate()
  const { status, is_hidden, moderation_note } = thread
  const state = is_hidden ? 'hidden' : status === 'published' ? null : status
  if (!state) return null
  return (
    <div className="comment-note mt-4">
      <p>
        <strong>{t(`thread.${state}`)}</strong>
      </p>
      <p>{t(`thread.${state}_note`)}</p>
      {moderation_note && (
        <p className="mt-2">
          {t('thread.moderator_note')} <bdi>{moderation_note}</bdi>
        </p>
      )}
    </div>
  )
}
