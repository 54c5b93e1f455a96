import { useQueryClient } from '@tanstack/react-query'
import { Comment, commentLengths } from '#shared/forum.ts'
import { forumPaths } from '#shared/forum-paths.ts'
import { send } from '../app/api.ts'
import type { StorageKey } from '../app/storage.ts'
import { TextForm } from './text-form-island.tsx'
import { useThread } from './thread-context.tsx'
import { useTranslate } from './thread.messages.ts'
import { useThreadChanges } from './use-thread-changes.ts'

/** Where a comment is stored that is not posted yet; without a parent it answers the thread. */
export const draftKey = (meta_slug: string, parent?: number): StorageKey => `forum.comment:${meta_slug}:${parent ?? 0}`

type CommentFormProps = {
  /** Whom it answers; absent: the thread. */
  parent?: { id: number; name: string }
  onClose: () => void
}

export function CommentForm({ parent, onClose }: CommentFormProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const { thread, say, lookFor } = useThread()
  const { addComment } = useThreadChanges(thread.meta_slug)
  return (
    <TextForm
      label={parent ? t('write.reply', { name: parent.name }) : t('write.comment')}
      submitLabel={t(parent ? 'write.post_reply' : 'write.post')}
      reason={t('auth.comment')}
      maxLength={commentLengths.max}
      field="body"
      draft={draftKey(thread.meta_slug, parent?.id)}
      onClose={onClose}
      onSubmit={async ({ text, typing_ms }) => {
        const comment = await send(client, 'POST', forumPaths.api.comments(thread.meta_slug), {
          body: { body: text, typing_ms, ...(parent && { parent: parent.id }) },
          schema: import.meta.env.DEV && Comment,
        })
        addComment(comment)
        lookFor(comment.id)
        say(t(comment.status === 'held' ? 'told.held' : 'told.posted'))
      }}
    />
  )
}
