import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { Comment, Thread } from '#shared/forum/schema.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { send } from '../../app/api.ts'
import { useIdempotentRequest } from '../../app/use-idempotent-request.ts'
import { TextForm } from './text-form.tsx'
import { unsentKey, useThread } from './thread-context.tsx'
import { useTranslate } from './tools.messages.ts'
import { useThreadChanges } from './use-thread-changes.ts'

export type CommentFormProps = {
  parent?: { id: number; name: string }
  onClose: () => void
}

export function CommentForm({ parent, onClose }: CommentFormProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const { thread, say, lookFor } = useThread()
  const { addComment } = useThreadChanges(thread.meta_slug)
  const draft = unsentKey(thread.meta_slug, parent?.id)
  const repeatable = useIdempotentRequest(`attempt:${draft}`)
  return (
    <TextForm
      label={parent ? t('write.reply', { name: parent.name }) : t('write.comment')}
      submitLabel={t(parent ? 'write.post_reply' : 'write.post')}
      reason={t('auth.comment')}
      field="body"
      draft={draft}
      onClose={onClose}
      onSubmit={async ({ text, typing_ms }) => {
        const comment = await repeatable(text, (headers) =>
          send(client, 'POST', forumPaths.api.comments(thread.meta_slug), {
            body: { body: text, typing_ms, ...(parent && { parent: parent.id }) },
            schema: import.meta.env.DEV && Comment,
            headers,
          }),
        )
        addComment(comment)
        lookFor(comment.id)
        say(t(comment.status === 'held' ? 'told.held' : 'told.posted'))
      }}
    />
  )
}

export type CommentEditProps = { comment: Comment; until: string | null; onClose: () => void }

export function CommentEdit({ comment, until, onClose }: CommentEditProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const { thread, say, lookFor } = useThread()
  const { changeComment, countComments } = useThreadChanges(thread.meta_slug)
  return (
    <TextForm
      label={t('write.edit')}
      submitLabel={t('write.save')}
      reason={t('auth.change')}
      field="body"
      text={comment.pending_edit?.source ?? comment.source ?? ''}
      draft={unsentKey(thread.meta_slug, `edit-${comment.id}`)}
      note={until && t('write.until', { time: until })}
      onClose={() => {
        lookFor(comment.id)
        onClose()
      }}
      onSubmit={async ({ text }) => {
        const path = forumPaths.api.comment(comment.id)
        const schema = import.meta.env.DEV && Comment
        const changed = await send(client, 'PATCH', path, { body: { body: text }, schema })
        const { body_html, edited_at, source, status, pending_edit } = changed
        changeComment(comment.id, { body_html, edited_at, source, status, pending_edit })
        const isNewlyHeld = status === 'held' && comment.status === 'visible'
        if (isNewlyHeld) countComments(-1)
        say(t(isNewlyHeld ? 'told.held' : pending_edit ? 'told.edit_waits' : 'told.saved'))
      }}
    />
  )
}

export type ThreadEditProps = { until: string | null; onClose: () => void }

export function ThreadEdit({ until, onClose }: ThreadEditProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const { thread, say } = useThread()
  const { changeThread } = useThreadChanges(thread.meta_slug)
  const navigate = useNavigate()
  const isRejected = thread.status === 'rejected'
  return (
    <TextForm
      label={t('write.description')}
      submitLabel={t(isRejected ? 'write.submit_again' : 'write.save')}
      reason={t('auth.change')}
      field="description"
      title={thread.pending_edit?.title ?? thread.title}
      text={thread.pending_edit?.source ?? thread.source ?? ''}
      draft={unsentKey(thread.meta_slug, 'edit')}
      note={until && t('write.until', { time: until })}
      onClose={onClose}
      onSubmit={async ({ text, title }) => {
        const changed = await send(client, 'PATCH', forumPaths.api.thread(thread.meta_slug), {
          body: { title, description: text },
          schema: import.meta.env.DEV && Thread,
        })
        changeThread(changed)
        // The slug follows the title, so the address is replaced before a click opens another page.
        if (changed.meta_slug !== thread.meta_slug)
          await navigate(forumPaths.thread(changed.meta_slug), { replace: true })
        else say(t(isRejected ? 'told.submitted' : changed.pending_edit ? 'told.edit_waits' : 'told.saved'))
      }}
    />
  )
}
