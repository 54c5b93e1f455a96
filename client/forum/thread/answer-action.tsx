import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { forumPaths } from '#shared/forum/paths.ts'
import { Thread } from '#shared/forum/schema.ts'
import type { Comment } from '#shared/forum/schema.ts'
import { send } from '../../app/api.ts'
import { MemberIcon, useMemberDialog } from '../../dialogs/moderate-member.tsx'
import { ActionButton } from '../action-button.tsx'
import { markListsStale } from '../stale-lists.ts'
import { useThread, useThreadAction } from './thread-context.tsx'
import { useTranslate } from './tools.messages.ts'
import { useThreadChanges } from './use-thread-changes.ts'

/** Marks or unmarks a comment as the answer of the thread. Undo restores the earlier answer. */
function MarkAnswer({ id }: Pick<Comment, 'id'>) {
  const t = useTranslate()
  const client = useQueryClient()
  const runAction = useThreadAction()
  const { thread, offerUndo } = useThread()
  const { changeThread } = useThreadChanges(thread.meta_slug)
  const former = thread.answer?.id ?? null
  const isAnswer = former === id
  const write = async (comment_id: number | null) => {
    const path = forumPaths.api.threadAnswer(thread.meta_slug)
    const schema = import.meta.env.DEV && Thread
    const { answer, is_answered } = await (comment_id === null
      ? send(client, 'DELETE', path, { schema })
      : send(client, 'PUT', path, { body: { comment_id }, schema }))
    changeThread({ answer, is_answered })
    markListsStale(client)
  }
  const change = () =>
    runAction({ reason: t('auth.change'), comment: id }, async () => {
      await write(isAnswer ? null : id)
      offerUndo(t(isAnswer ? 'told.unanswered' : 'told.answered'), () => write(former))
    })
  return (
    <ActionButton
      icon={<Check className="size-4" aria-hidden="true" />}
      label={t('action.answer')}
      aria-pressed={isAnswer}
      onClick={() => void change()}
    />
  )
}

function ModerateAuthor({ username }: { username: string }) {
  const t = useTranslate()
  const { dialog, open } = useMemberDialog(username)
  return (
    <>
      <ActionButton
        icon={<MemberIcon />}
        label={t('moderate.member', { name: username })}
        aria-haspopup="dialog"
        onClick={open}
      />
      {dialog}
    </>
  )
}

/** Shown to the thread's author and to moderators. */
export function MarkAnswerButton({ comment: { id, author, status } }: { comment: Comment }) {
  const { isOpen, isModerator } = useThread()
  return (
    <>
      {isOpen && status === 'visible' && <MarkAnswer id={id} />}
      {isModerator && author && !author.is_team && <ModerateAuthor username={author.username} />}
    </>
  )
}
