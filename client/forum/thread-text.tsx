import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { forumPaths } from '#shared/forum-paths.ts'
import { send } from '../app/api.ts'
import { ActionButton } from './action-button.tsx'
import { ActionIcon } from './action-icon.tsx'
import { Byline } from './byline.tsx'
import { ReportAction } from './report-action.tsx'
import { SaveThread } from './save-thread.tsx'
import { ShareAction } from './share-action.tsx'
import { ThreadEdit } from './thread-forms-island.tsx'
import { useDeed, useThread } from './thread-context.tsx'
import { ThreadNote } from './thread-note.tsx'
import { useTranslate } from './thread.messages.ts'
import { useEditWindow } from './use-edit-window.ts'
import { useThreadChanges } from './use-thread-changes.ts'
import { VoteButtons } from './vote-buttons.tsx'

function useIsEditable() {
  const { thread } = useThread()
  const { isEditable, until } = useEditWindow(thread.created_at, thread.is_mine)
  const isPublished = thread.status === 'published'
  const canEdit = thread.is_mine && !thread.is_hidden && thread.source !== null && (isEditable || !isPublished)
  return { canEdit, until: isPublished ? until : null }
}

function ThreadActions({ onEdit, onDeleted }: { onEdit: (() => void) | null; onDeleted: () => void }) {
  const t = useTranslate()
  const client = useQueryClient()
  const deed = useDeed()
  const { thread, isOpen, isModerator } = useThread()
  const { changeThread } = useThreadChanges(thread.meta_slug)
  const { meta_slug, is_mine } = thread
  const remove = () =>
    deed({ reason: t('auth.change') }, async () => {
      await send(client, 'DELETE', forumPaths.api.thread(meta_slug))
      onDeleted()
    })
  return (
    <div className="text-actions">
      {(isOpen || thread.likes + thread.dislikes > 0) && (
        <VoteButtons
          votes={thread}
          path={forumPaths.api.threadVote(meta_slug)}
          canVote={isOpen && !is_mine}
          onVoted={changeThread}
        />
      )}
      {isOpen && <SaveThread />}
      <ShareAction address={forumPaths.thread(meta_slug)} />
      {isOpen && !is_mine && <ReportAction path={forumPaths.api.threadReport(meta_slug)} />}
      {onEdit && <ActionButton icon={<ActionIcon name="edit" />} label={t('action.edit')} onClick={onEdit} />}
      {(is_mine || isModerator) && (
        <ActionButton icon={<ActionIcon name="remove" />} label={t('action.remove')} onClick={() => void remove()} />
      )}
    </div>
  )
}

/** The thread itself: its title and what its author says. */
export function ThreadText({ onDeleted }: { onDeleted: () => void }) {
  const t = useTranslate()
  const { thread } = useThread()
  const [isEditing, setEditing] = useState(false)
  const { canEdit, until } = useIsEditable()
  const onEdit = canEdit && !isEditing ? () => setEditing(true) : null
  return (
    <article tabIndex={-1} data-thread className="thread-text">
      <h1 className="text-3xl font-bold" dir="auto">
        {thread.title}
      </h1>
      <div className="mt-3">
        <Byline {...thread} />
      </div>
      <ThreadNote thread={thread} onEdit={onEdit} />
      <h2 className="sr-only">{t('thread.text')}</h2>
      {isEditing ? (
        <ThreadEdit until={until} onClose={() => setEditing(false)} />
      ) : (
        <div className="prose mt-4" dir="auto" dangerouslySetInnerHTML={{ __html: thread.description_html }} />
      )}
      <ThreadActions onEdit={thread.status === 'rejected' ? null : onEdit} onDeleted={onDeleted} />
    </article>
  )
}
