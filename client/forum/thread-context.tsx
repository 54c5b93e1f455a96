import { createContext, use } from 'react'
import type { Thread } from '#shared/forum.ts'
import { forumPaths } from '#shared/forum-paths.ts'
import { ApiProblem } from '../app/api.ts'
import { isSignedIn } from '../app/viewer.ts'
import { useLoginPrompt } from '../dialogs/dialog-provider.tsx'
import { useTranslate } from './thread.messages.ts'
import type { useArrivals } from './use-arrivals.ts'

type ThreadTools = {
  thread: Thread
  /** Whether members may comment and vote. */
  isOpen: boolean
  isModerator: boolean
  say: (text: string) => void
  offerUndo: (text: string, undo: () => Promise<unknown>) => void
} & ReturnType<typeof useArrivals>

export const ThreadContext = createContext<ThreadTools | null>(null)
export function useThread(): ThreadTools {
  const tools = use(ThreadContext)
  if (!tools) throw new Error('There is no thread around this part.')
  return tools
}

export type DraftKey = `forum.comment:${string}`
/** Where a text is stored that is not sent yet: an answer to a comment or, at 0, to the thread, or what is edited. */
export const draftKey = (meta_slug: string, part: number | 'edit' | `edit-${number}` = 0): DraftKey =>
  `forum.comment:${meta_slug}:${part}`

/** What to say of a failure: the server's own words where it refused for a reason that the person can mend. */
export function problemText(error: unknown, otherwise: string): string {
  return error instanceof ApiProblem && error.status === 403 ? error.message : otherwise
}

/** The address of a comment within its thread: the page that has it, with it in view. */
export const commentAddress = (meta_slug: string, id: number, cursor?: string) =>
  `${forumPaths.thread(meta_slug, { comment: id, cursor })}#comment-${id}`

type Deed = {
  /** Why to log in. */
  reason: string
  /** The comment that it is about: who logs in comes back to it. */
  comment?: number | undefined
  failed?: string
}

/** Does what members may: visitors are asked to log in, and what fails is said. Answers whether it was done. */
export function useDeed() {
  const t = useTranslate()
  const promptLogin = useLoginPrompt()
  const { thread, say } = useThread()
  return async ({ reason, comment, failed = t('told.failed') }: Deed, work: () => unknown): Promise<boolean> => {
    const askToLogIn = () =>
      promptLogin(reason, comment === undefined ? undefined : forumPaths.thread(thread.meta_slug, { comment }))
    if (!isSignedIn()) {
      askToLogIn()
      return false
    }
    try {
      await work()
      return true
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) askToLogIn()
      else say(problemText(error, failed))
      return false
    }
  }
}
