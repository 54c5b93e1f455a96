import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { notificationPaths } from '#shared/forum/notification-paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { send } from '../../app/api.ts'
import { markListsStale } from '../stale-lists.ts'
import { useThread } from './thread-context.tsx'

const noteAfterMs = 3_000

const commentsInPage = () => [...document.querySelectorAll('[data-comment]')]
const idOf = ({ id }: Element) => Number(id.replace('comment-', ''))

/** Comments on the page, up to the branch `last`. `isWhole`: there are no later pages. */
export type ShownComments = { sort: string | undefined; last: number; isWhole: boolean }

/** Id up to which the page contains all comments; Infinity if it contains all to the end. */
function endOf({ sort, last, isWhole }: ShownComments, read: number): number {
  if (isWhole || (sort === 'newest' && last <= read)) return Infinity
  return sort === undefined ? last : 0
}

/** Id up to which all comments after `read` were in view; at most `end`. 0: none. */
function lastSeen(seen: ReadonlySet<number>, read: number, end: number): number {
  const ids = commentsInPage().map(idOf)
  const unseen = ids.filter((id) => id > read && !seen.has(id))
  return Math.max(0, ...ids.filter((id) => id > read && id <= end && id < Math.min(...unseen)))
}

/** Calls `onSeen` for comments that come into view, also for those added later. Returns a function that ends this. */
function observeComments(seen: Set<number>, onSeen: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    const inView = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target)
    for (const element of inView) {
      seen.add(idOf(element))
      observer.unobserve(element)
    }
    if (inView.length > 0) onSeen()
  })
  const observeAll = () => {
    for (const element of commentsInPage()) if (!seen.has(idOf(element))) observer.observe(element)
  }
  observeAll()
  const additions = new MutationObserver(observeAll)
  additions.observe(document.querySelector('main') ?? document.body, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    additions.disconnect()
  }
}

/** Sends a member's read position some seconds after scrolling, and when the page is left. */
export function useReadPosition(isMember: boolean, shown: ShownComments): void {
  const client = useQueryClient()
  const { thread } = useThread()
  const { meta_slug } = thread
  const readIn = useEffectEvent((seen: ReadonlySet<number>) => {
    const read = thread.read_comment_id ?? 0
    return lastSeen(seen, read, endOf(shown, read))
  })
  useEffect(() => {
    if (!isMember || !('IntersectionObserver' in globalThis)) return
    const seen = new Set<number>()
    let [latest, reported] = [0, 0]
    let timer: ReturnType<typeof setTimeout> | undefined
    const note = () => {
      clearTimeout(timer)
      if (latest <= reported) return
      const comment_id = latest
      reported = latest
      const path = forumPaths.api.threadReading(meta_slug)
      send(client, 'PUT', path, { body: { comment_id }, isBackground: true, keepalive: true }).then(
        () => markListsStale(client, [notificationPaths.api.count]),
        // A failed request is not repeated, since the next position includes this one.
        () => (reported = reported === comment_id ? 0 : reported),
      )
    }
    const stopObserving = observeComments(seen, () => {
      latest = readIn(seen)
      clearTimeout(timer)
      timer = setTimeout(note, noteAfterMs)
    })
    const onHide = () => document.visibilityState === 'hidden' && note()
    document.addEventListener('visibilitychange', onHide)
    return () => {
      note()
      stopObserving()
      document.removeEventListener('visibilitychange', onHide)
    }
  }, [client, meta_slug, isMember])
}
