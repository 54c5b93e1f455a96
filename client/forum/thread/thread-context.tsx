import { useQueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { Thread } from '#shared/forum/schema.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { ApiProblem, NetworkProblem } from '../../app/api.ts'
import { isSignedIn } from '../../app/session/viewer.ts'
import { useLoginPrompt } from '../../dialogs/dialog-provider.tsx'
import { commentsKey, threadQuery } from '../thread.queries.ts'
import { useTranslate } from './messages.ts'
import type { useFocusNewComments } from './use-comment-focus.ts'

type ThreadTools = {
  thread: Thread
  /** True if the thread is public, so that members may vote. */
  isOpen: boolean
  /** False if members may not comment. Moderators still may. */
  takesComments: boolean
  isModerator: boolean
  say: (text: string) => void
  offerUndo: (text: string, undo: () => Promise<unknown>) => void
} & ReturnType<typeof useFocusNewComments>

export const ThreadContext = createContext<ThreadTools | null>(null)
export function useThread(): ThreadTools {
  const tools = use(ThreadContext)
  if (!tools) throw new Error('There is no thread around this part.')
  return tools
}

/** Storage key of an unsent text. `of`: 0 for a comment, the parent's id for a reply, or the edit. */
export const unsentKey = (meta_slug: string, of: number | 'edit' | `edit-${number}` = 0): `forum.comment:${string}` =>
  `forum.comment:${meta_slug}:${of}`

/** Returns the server's text for a 403, since the user can act on it; else `otherwise`. */
export function problemText(error: unknown, otherwise: string): string {
  return error instanceof ApiProblem && error.status === 403 ? (error.detail ?? otherwise) : otherwise
}

/** Address of the page that contains the comment. The page scrolls to the comment. */
export const commentAddress = (meta_slug: string, id: number, cursor?: string) =>
  `${forumPaths.thread(meta_slug, { comment: id, cursor })}#comment-${id}`

/** True if the cached data may be outdated: after a lost response, a 404 or a conflict. */
const isOutdated = (error: unknown) =>
  error instanceof NetworkProblem || (error instanceof ApiProblem && [404, 409, 502, 504].includes(error.status))

type ThreadAction = {
  reason: string
  /** Comment to return to after the log-in. */
  comment?: number | undefined
  failed?: string
}

/** Runs an action of a member. Visitors are asked to log in, errors are shown. Returns true on success. */
export function useThreadAction() {
  const t = useTranslate()
  const promptLogin = useLoginPrompt()
  const client = useQueryClient()
  const { thread, say } = useThread()
  const refetchThread = () => {
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
        if (isOutdated(error)) refetchThread()
      }
      return false
    }
  }
}
