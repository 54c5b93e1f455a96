import { useQueryClient } from '@tanstack/react-query'
import type { Comment } from '#shared/forum/schema.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { send } from '../../app/api.ts'
import { island } from '../../app/island.tsx'
import { ActionButton } from '../action-button.tsx'
import { ActionIcon, MoreActions, ShareLinkButton, ReportButton } from './text-actions.tsx'
import { threadQuery } from '../thread.queries.ts'
import { commentAddress, useThreadAction, useThread } from './thread-context.tsx'
import { useTranslate } from './messages.ts'
import { useThreadChanges } from './use-thread-changes.ts'
import { VoteButtons } from './vote-buttons.tsx'

/** Deletes a comment, with an undo for some seconds. */
function useRemoval(comment: Comment) {
  const t = useTranslate()
  const client = useQueryClient()
  const runAction = useThreadAction()
  const { thread, offerUndo } = useThread()
  const { changeComment, countComments } = useThreadChanges(thread.meta_slug)
  const { id, is_mine } = comment
  // Refetches the thread if the comment is its marked answer.
  const refetchAnswer = () => thread.answer?.id === id && void client.invalidateQueries(threadQuery(thread.meta_slug))
  const countChange = comment.status === 'visible' ? 1 : 0
  const restore = async () => {
    await send(client, 'POST', forumPaths.api.commentRestore(id))
    changeComment(id, comment)
    countComments(countChange)
    refetchAnswer()
  }
  return () =>
    runAction({ reason: t('auth.change'), comment: id }, async () => {
      await send(client, 'DELETE', forumPaths.api.comment(id))
      changeComment(id, { status: is_mine ? 'deleted' : 'removed', author: null, body_html: '', source: null })
      countComments(-countChange)
      refetchAnswer()
      offerUndo(t('told.comment_deleted'), restore)
    })
}

const AnswerAction = island(async () => (await import('./answer-action.tsx')).MarkAnswerButton)

type CommentActionsProps = {
  comment: Comment
  isReplying: boolean
  onReply: () => void
  /** Starts an edit; null if the edit window is over. */
  onEdit: (() => void) | null
}

export function CommentActions({ comment, isReplying, onReply, onEdit }: CommentActionsProps) {
  const t = useTranslate()
  const runAction = useThreadAction()
  const remove = useRemoval(comment)
  const { thread, isOpen, takesComments, isModerator } = useThread()
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
      {takesComments && isVisible && (
        <ActionButton
          icon={<ActionIcon name="reply" />}
          label={t('action.reply')}
          isWide
          aria-expanded={isReplying}
          aria-keyshortcuts="r"
          onClick={() => void runAction({ reason: t('auth.comment'), comment: id }, onReply)}
        />
      )}
      <MoreActions>
        <ShareLinkButton address={commentAddress(thread.meta_slug, id)} />
        {!is_mine && isVisible && <ReportButton path={forumPaths.api.commentReport(id)} comment={id} />}
        {(isModerator || (isOpen && isVisible && thread.is_mine)) && <AnswerAction comment={comment} />}
        {onEdit && <ActionButton icon={<ActionIcon name="edit" />} label={t('action.edit')} onClick={onEdit} />}
        {(is_mine || isModerator) && (
          <ActionButton icon={<ActionIcon name="remove" />} label={t('action.remove')} onClick={() => void remove()} />
        )}
      </MoreActions>
    </div>
  )
}
