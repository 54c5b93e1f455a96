import { useState } from 'react'
import type { MouseEvent } from 'react'
import type { Comment } from '#shared/forum/schema.ts'
import { island } from '../../app/island.tsx'
import { StateChip } from '../thread-state.tsx'
import { Byline, useAuthorName } from './byline.tsx'
import { CommentActions } from './comment-actions.tsx'
import { CommentEdit, CommentForm } from './thread-forms-island.tsx'
import { commentAddress, useThread } from './thread-context.tsx'
import { useTranslate } from './messages.ts'
import { useEditWindow } from './use-edit-window.ts'

const CommentNote = island(async () => (await import('./text-notes.tsx')).CommentNote)

/** Link from a reply to its parent, which may be on another page. */
function Answered({ parent }: { parent: NonNullable<Comment['parent']> }) {
  const t = useTranslate()
  const { thread } = useThread()
  const name = useAuthorName()(parent.author)
  const onClick = (event: MouseEvent) => {
    const element = document.getElementById(`comment-${parent.id}`)
    if (!element || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    element.focus()
  }
  return (
    <a href={commentAddress(thread.meta_slug, parent.id)} rel="nofollow" onClick={onClick}>
      {t('thread.answers', { name })}
    </a>
  )
}

type CommentItemProps = {
  comment: Comment
  /** True if the address names this comment. */
  isAddressed: boolean
  /** True if the comment has replies. A deleted comment without replies is hidden. */
  hasReplies: boolean
  /** True if the link to the parent is shown. A direct reply to the branch's first comment has none. */
  showsParent: boolean
}

export function CommentItem({ comment, isAddressed: isSought, hasReplies, showsParent }: CommentItemProps) {
  const t = useTranslate()
  const { thread } = useThread()
  const nameOf = useAuthorName()
  const [isReplying, setReplying] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const { isEditable, until } = useEditWindow(comment)
  const { id, author, status, parent } = comment
  const canEdit = comment.source !== null && isEditable
  if (status === 'deleted' || status === 'removed')
    return hasReplies ? (
      <p id={`comment-${id}`} className="comment text-muted italic">
        {t(`thread.${status}`)}
      </p>
    ) : null
  const name = nameOf(author)
  return (
    <article
      id={`comment-${id}`}
      tabIndex={-1}
      data-comment
      aria-label={t('thread.by', { name })}
      className={`comment ${isSought ? 'is-sought' : ''}`}
    >
      <Byline {...comment} address={commentAddress(thread.meta_slug, id)}>
        {showsParent && parent && <Answered parent={parent} />}
      </Byline>
      {thread.answer?.id === id && <StateChip state="answered" label={t('thread.answer')} />}
      {(status === 'held' || comment.pending_edit) && <CommentNote comment={comment} isEditing={isEditing} />}
      {isEditing ? (
        <CommentEdit comment={comment} until={status === 'held' ? null : until} onClose={() => setEditing(false)} />
      ) : (
        <div className="prose mt-2" dir="auto" dangerouslySetInnerHTML={{ __html: comment.body_html }} />
      )}
      <CommentActions
        comment={comment}
        isReplying={isReplying}
        onReply={() => setReplying(!isReplying)}
        onEdit={canEdit && !isEditing ? () => setEditing(true) : null}
      />
      {isReplying && <CommentForm parent={{ id, name }} onClose={() => setReplying(false)} />}
    </article>
  )
}
