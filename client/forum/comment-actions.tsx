import { useQueryClient } from '@tanstack/react-query'
import type { Comment } from '#shared/forum.ts'
import { forumPaths } from '#shared/forum-paths.ts'
import { send } from '../app/api.ts'
import { ActionButton } from './action-button.tsx'
import { ActionIcon } from './action-icon.tsx'
import { ReportAction } from './report-action.tsx'
import { ShareAction } from './share-action.tsx'
import { commentAddress, useDeed, useThread } from './thread-context.tsx'
import { useTranslate } from './thread.messages.ts'
import { useThreadChanges } from './use-thread-changes.ts'
import { VoteButtons } from './vote-buttons.tsx'

/** Deletes a comment, which can be taken back for a while. */
function useRemoval(comment: Comment) {
  const t = useTranslate()
  const client = useQueryClient()
  const deed = useDeed()
  const { thread, offerUndo } = useThread()
  const { changeComment, countComments } = useThreadChanges(thread.meta_slug)
  const { id, is_mine } = comment
  const counted = comment.status === 'visible' ? 1 : 0
  const restore = async () => {
    await send(client, 'POST', forumPaths.api.commentRestore(id))
    changeComment(id, comment)
    countComments(counted)
  }
  return () =>
    deed({ reason: t('auth.change'), comment: id }, async () => {
      await send(client, 'DELETE', forumPaths.api.comment(id))
      changeComment(id, { status: is_mine ? 'deleted' : 'removed', author: null, body_html: '', source: null })
      countComments(-counted)
      offerUndo(t('told.comment_deleted'), restore)
    })
}

type CommentActionsProps = {
  comment: Comment
  isReplying: boolean
  onReply: () => void
  /** Null: it cannot be edited any more. */
  onEdit: (() => void) | null
}

export function CommentActions({ comment, isReplying, onReply, onEdit }: CommentActionsProps) {
  const t = useTranslate()
  const deed = useDeed()
  const remove = useRemoval(comment)
  const { thread, isOpen, isModerator } = useThread()
  const { changeComment } = useThreadChanges(thread.meta_slug)
  const { id, is_mine } = comment
  const isVisible = comment.status === 'visible'
  return (
    <div className="text-actions">
      <VoteButtons
        votes={comment}
        path={forumPaths.api.commentVote(id)}
        comment={id}
        canVote={isOpen && isVisible && !is_mine}
        onVoted={(votes) => changeComment(id, votes)}
      />
      {isOpen && isVisible && (
        <ActionButton
          icon={<ActionIcon name="reply" />}
          label={t('action.reply')}
          isWide
          aria-expanded={isReplying}
          aria-keyshortcuts="r"
          onClick={() => void deed({ reason: t('auth.comment'), comment: id }, onReply)}
        />
      )}
      <ShareAction address={commentAddress(thread.meta_slug, id)} />
      {!is_mine && isVisible && <ReportAction path={forumPaths.api.commentReport(id)} comment={id} />}
      {onEdit && <ActionButton icon={<ActionIcon name="edit" />} label={t('action.edit')} onClick={onEdit} />}
      {(is_mine || isModerator) && (
        <ActionButton icon={<ActionIcon name="remove" />} label={t('action.remove')} onClick={() => void remove()} />
      )}
    </div>
  )
}
