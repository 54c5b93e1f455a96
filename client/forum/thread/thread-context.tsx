import { useQueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { Thread } from '#shared/forum/schema.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { ApiProblem, NetworkProblem } from '../../app/api.ts'
import { isSignedIn } from '../../app/session/viewer.ts'
import { useLoginPrompt } from '../../dialogs/dialog-provider.tsx'
import { commentsKey, threadQuery } from '../thread.queries.ts'
import { useTranslate } from './messages.ts'
import type { useCommentArrivals } from './use-comment-arrivals.ts'

type ThreadTools = {
  thread: Thread
  /** Whether it is public: members may vote. */
  isOpen: boolean
  /** Closed to members, moderators still comment. */
  takesComments: boolean
  isModerator: boolean
  say: (text: string) => void
  offerUndo: (text: string, undo: () => Promise<unknown>) => void
} & ReturnType<typeof useCommentArrivals>

export const ThreadContext = createContext<ThreadTools | null>(null)
export function useThread(): ThreadTools {
  const tools = use(ThreadContext)
  if (!tools) throw new Error('There is no thread around this part.')
  return tools
}

/** Where a text is stored that is not sent yet: what answers the thread, a comment (its id), or changes one of both. */
export const draftKey = (meta_slug: string, of: number | 'edit' | `edit-${number}` = 0): `forum.comment:${string}` =>
  `forum.comment:${meta_slug}:${of}`

/** What to say of a failure: the server's own words where it refused for a reason that the person can mend. */
export function problemText(error: unknown, otherwise: string): string {
  return error instanceof ApiProblem && error.status === 403 ? (error.detail ?? otherwise) : otherwise
}

/** The address of a comment within its thread: the page that has it, with it in view. */
export const commentAddress = (meta_slug: string, id: number, cursor?: string) =>
  `${forumPaths.thread(meta_slug, { comment: id, cursor })}#comment-${id}`

/** Nobody knows whether what was lost on its way was done; not found and conflicts are what others did meanwhile. */
const isOutdated = (error: unknown) =>
  error instanceof NetworkProblem || (error instanceof ApiProblem && [404, 409, 502, 504].includes(error.status))

type ThreadAction = {
  /** Why to log in. */
  reason: string
  /** The comment that it is about: who logs in comes back to it. */
  comment?: number | undefined
  failed?: string
}

/** Does what members may: visitors are asked to log in, and what fails is said. Answers whether it was done. */
export function useThreadAction() {
  const t = useTranslate()
  const promptLogin = useLoginPrompt()
  const client = useQueryClient()
  const { thread, say } = useThread()
  const askAgain = () => {
    void client.invalidateQueries(threadQuery(thread.meta_slug))
    const queryKey = [commentsKey(thread.meta_slug)]
    void client.invalidateQueries({ queryKey, predicate: ({ queryKey: [, part] }) => part !== 'posted' })
  }
  return async (
    { reason, comment, failed = t('told.failed') }: ThreadAction,
    callback: () => unknown,
  ): Promise<boolean> => {
    const askToLogIn = () =>
      promptLogin(reason, comment === undefined ? undefined : forumPaths.thread(thread.meta_slug, { comment }))
    if (!isSignedIn()) {
      askToLogIn()
      return false
    }
    try {
      await callback()
      return true
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) askToLogIn()
      else {
        say(problemText(error, failed))
        if (isOutdated(error)) askAgain()
      }
      return false
    }
  }
}
