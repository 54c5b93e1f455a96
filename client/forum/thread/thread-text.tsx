import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Bookmark } from 'lucide-react'
import { forumPaths } from '#shared/forum/paths.ts'
import { Link } from '../../app/link.tsx'
import { send } from '../../app/api.ts'
import { island } from '../../app/island.tsx'
import { ToggleLabel } from '../../ui/toggle-label.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { ActionButton } from '../action-button.tsx'
import { StateChip } from '../thread-state.tsx'
import { ActionIcon, MoreActions, ShareLinkButton, ReportButton } from './text-actions.tsx'
import { Byline, useAuthorName } from './byline.tsx'
import { ThreadEdit } from './thread-forms-island.tsx'
import { commentAddress, useThreadAction, useThread } from './thread-context.tsx'
import { useTranslate } from './messages.ts'
import { useEditWindow } from './use-edit-window.ts'
import { useThreadChanges } from './use-thread-changes.ts'
import { VoteButtons } from './vote-buttons.tsx'
import { useOptimisticChoice } from './use-optimistic-choice.ts'

const ModerateAction = island(async () => (await import('./moderate-action.tsx')).ModerateButton)

const ThreadNote = island(async () => (await import('./text-notes.tsx')).ThreadNote)

/** Reserves the width of the watch button. */
function WatchPlaceholder() {
  const t = useTranslate()
  return (
    <span className="text-action is-wide invisible" aria-hidden="true">
      <span className="size-4" />
      <span className="action-label">{t('action.follow')}</span>
    </span>
  )
}
const WatchAction = island(async () => (await import('./watch-action.tsx')).WatchButton, {
  pending: <WatchPlaceholder />,
})

function useIsEditable() {
  const { thread } = useThread()
  const { isEditable, until } = useEditWindow(thread)
  return { canEdit: thread.source !== null && isEditable, until: thread.status === 'published' ? until : null }
}

function ThreadActions({ onEdit, onDeleted }: { onEdit: (() => void) | null; onDeleted: () => void }) {
  const t = useTranslate()
  const client = useQueryClient()
  const runAction = useThreadAction()
  const isHydrated = useHydrated()
  const { thread, isOpen, isModerator } = useThread()
  const { changeThread } = useThreadChanges(thread.meta_slug)
  const { meta_slug, is_mine } = thread
  const remove = () =>
    runAction({ reason: t('auth.change') }, async () => {
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
      <MoreActions>
        {isOpen && <SaveThread />}
        {isOpen && (isHydrated ? <WatchAction /> : <WatchPlaceholder />)}
        <ShareLinkButton address={forumPaths.thread(meta_slug)} />
        {isOpen && !is_mine && <ReportButton path={forumPaths.api.threadReport(meta_slug)} />}
        {onEdit && <ActionButton icon={<ActionIcon name="edit" />} label={t('action.edit')} onClick={onEdit} />}
        {isModerator && <ModerateAction />}
        {(is_mine || isModerator) && (
          <ActionButton icon={<ActionIcon name="remove" />} label={t('action.remove')} onClick={() => void remove()} />
        )}
      </MoreActions>
    </div>
  )
}

function AcceptedAnswer() {
  const t = useTranslate()
  const { thread } = useThread()
  const nameOf = useAuthorName()
  if (!thread.answer) return null
  const { id, author, excerpt } = thread.answer
  return (
    <section aria-labelledby="answer" className="accepted-answer">
      <h2 id="answer" className="state-answered font-semibold" dir="auto">
        {t('thread.answered_by', { name: nameOf(author) })}
      </h2>
      <p className="mt-1 break-words" dir="auto">
        {excerpt}
      </p>
      <p className="mt-1">
        <Link
          to={commentAddress(thread.meta_slug, id)}
          rel="nofollow"
          className="inline-flex min-h-11 items-center text-brand underline"
        >
          {t('thread.to_answer')}
        </Link>
      </p>
    </section>
  )
}

export function ThreadText({ onDeleted }: { onDeleted: () => void }) {
  const t = useTranslate()
  const { thread, isOpen } = useThread()
  const [isEditing, setEditing] = useState(false)
  const { canEdit, until } = useIsEditable()
  const onEdit = canEdit && !isEditing ? () => setEditing(true) : null
  return (
    <article tabIndex={-1} data-thread className="thread-text">
      <h1 className="text-3xl font-bold" dir="auto" lang={thread.language}>
        {thread.title}
      </h1>
      <div className="mt-3">
        <Byline {...thread} />
      </div>
      {(!isOpen || thread.pending_edit) && <ThreadNote thread={thread} isEditing={isEditing} onEdit={onEdit} />}
      <StateNote />
      <h2 className="sr-only">{t('thread.text')}</h2>
      {isEditing ? (
        <ThreadEdit until={until} onClose={() => setEditing(false)} />
      ) : (
        <div
          className="prose mt-4"
          dir="auto"
          lang={thread.language}
          dangerouslySetInnerHTML={{ __html: thread.description_html }}
        />
      )}
      <AcceptedAnswer />
      <ThreadActions onEdit={thread.status === 'rejected' ? null : onEdit} onDeleted={onDeleted} />
    </article>
  )
}

function StateNote() {
  const t = useTranslate()
  const { thread, isOpen } = useThread()
  if (!isOpen) return null
  return (
    <>
      {thread.is_pinned && (
        <p className="mt-3">
          <StateChip state="pinned" label={t('thread.pinned')} />
        </p>
      )}
      {thread.is_closed && (
        <p className="comment-note mt-4">
          <strong className="block">{t('thread.closed')}</strong>
          {t('thread.closed_note')}
        </p>
      )}
    </>
  )
}

/** Save button of a thread, reset on failure. */
function SaveThread() {
  const t = useTranslate()
  const client = useQueryClient()
  const runAction = useThreadAction()
  const { thread } = useThread()
  const { changeThread } = useThreadChanges(thread.meta_slug)
  const { chosen: isSaved, choose } = useOptimisticChoice(thread.is_saved, (is_saved, begin) =>
    runAction({ reason: t('auth.save') }, async () => {
      begin()
      const { threadSave, threadUnsave } = forumPaths.api
      if (is_saved) await send(client, 'POST', threadSave(thread.meta_slug))
      else await send(client, 'DELETE', threadUnsave(thread.meta_slug))
      changeThread({ is_saved })
      void client.invalidateQueries({ queryKey: [forumPaths.api.savedThreads()], refetchType: 'none' })
    }),
  )
  return (
    <button
      type="button"
      className={`text-action is-wide needs-script ${isSaved ? 'text-brand' : ''}`}
      aria-keyshortcuts="b"
      title={isSaved ? t('action.unsave') : undefined}
      onClick={({ detail }) => detail < 2 && void choose((wasSaved) => !wasSaved)}
    >
      <Bookmark className={`size-4 ${isSaved ? 'fill-current' : ''}`} aria-hidden="true" />
      <ToggleLabel isOn={isSaved} on={t('action.saved')} off={t('action.save')} className="action-label" />
    </button>
  )
}
