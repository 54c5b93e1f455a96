import { useState, useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { forumPaths } from '#shared/forum/paths.ts'
import { island } from '../../app/island.tsx'
import { useViewer } from '../../app/session/viewer.ts'
import { usePageKeys } from '../../ui/use-page-keys.ts'
import { ShortcutsAction, currentElement, stepThrough } from '../shortcuts-action.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { commentsKey, threadQuery } from '../thread.queries.ts'
import { useTranslate } from './messages.ts'
import { useThread } from './thread-context.tsx'
import { useReading } from './use-reading.ts'
import { useTextSelection } from './use-text-selection.ts'
import type { ShownComments } from './use-reading.ts'

/** Fetched once something is selected. */
const QuoteAction = island(async () => (await import('./quote-action.tsx')).QuoteAction)

/** Texts that the keys step through: the thread, then its comments. */
const texts = () => [...document.querySelectorAll<HTMLElement>('[data-thread], [data-comment]')]

const press = (within: Element | null | undefined, key: string) =>
  within?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)?.click()

/** The keys that users of Discourse know. What a text has a control for says so by `aria-keyshortcuts`. */
function useThreadKeys(openHelp: () => void): void {
  usePageKeys((event) => {
    const { key, target, repeat } = event
    const isText = target instanceof HTMLElement && target.matches('[data-thread], [data-comment]')
    if (key === 'j') stepThrough(texts(), 1)
    else if (key === 'k') stepThrough(texts(), -1)
    else if (repeat) return
    else if (key === 'o' || (key === 'Enter' && isText))
      press(currentElement(texts()).current?.closest('[data-branch]'), 'o')
    else if (key === 'l' || key === 'r' || key === 's') press(currentElement(texts()).current, key)
    else if (key === 'q') press(document.body, key)
    else if (key === 'b') press(document.querySelector('[data-thread]'), key)
    else if (key === '?') openHelp()
    else return
    event.preventDefault()
  })
}

/** Comments that come while one reads, where one has stopped, and the keys. */
export function ThreadExtras(shown: ShownComments) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const { is_signed_in } = useViewer()
  useThreadKeys(() => setOpen(true))
  useReading(is_signed_in, shown)
  const [selected, unselect] = useTextSelection()
  return (
    <>
      <FreshComments />
      {selected && <QuoteAction selected={selected} onDone={unselect} />}
      <ShortcutsAction of="thread" label={t('action.keys')} isOpen={isOpen} setOpen={setOpen} />
    </>
  )
}

/** Offers what others have written since the page was opened; what one reads stays where it is until then. */
export function FreshComments() {
  const t = useTranslate()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { thread, isOpen, lookForNew, focusArrivals } = useThread()
  const live = useLiveCount(thread.meta_slug, isOpen)
  const [isBusy, setBusy] = useState(false)
  const fresh = live === null ? 0 : Math.max(0, live - thread.comment_count)
  const show = async () => {
    if (isBusy) return
    setBusy(true)
    lookForNew()
    await client.refetchQueries({ queryKey: [commentsKey(thread.meta_slug)], type: 'active' })
    await client.refetchQueries(threadQuery(thread.meta_slug))
    setBusy(false)
    // Where they are on pages that are not here, those that are newest come first.
    setTimeout(() => {
      if (!focusArrivals()) void navigate(forumPaths.thread(thread.meta_slug, { sort: 'newest' }))
    })
  }
  return (
    <output className={fresh > 0 ? 'fresh-comments' : ''}>
      {fresh > 0 && (
        <>
          {t('comments.fresh', { count: fresh })}
          <button type="button" className="button" aria-busy={isBusy} onClick={() => void show()}>
            {isBusy && <Spinner />}
            {t('comments.show')}
          </button>
        </>
      )}
    </output>
  )
}

/** ms until a stream that the server refused, as it does when it is busy, is asked for again. */
const refusedMs = 60_000

const countIn = (text: string): number | null => {
  try {
    const { comment_count } = JSON.parse(text) as { comment_count?: unknown }
    return typeof comment_count === 'number' ? comment_count : null
  } catch {
    return null
  }
}

/** How many comments a thread has by now, told by the server: one connection, while the page is in view. */
export function useLiveCount(meta_slug: string, isPublic: boolean): number | null {
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    if (!isPublic || !('EventSource' in globalThis)) return
    let source: EventSource | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const close = () => {
      clearTimeout(timer)
      source?.close()
      source = null
    }
    const follow = () => {
      close()
      if (document.visibilityState !== 'visible') return
      const opened = new EventSource(forumPaths.api.threadEvents(meta_slug))
      source = opened
      opened.addEventListener('comments', ({ data }: MessageEvent<string>) => setCount(countIn(data)))
      // A lost connection is the browser's to restore; what was refused it leaves at that.
      opened.addEventListener('error', () => {
        if (opened.readyState === EventSource.CLOSED) timer = setTimeout(follow, refusedMs)
      })
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    addEventListener('pagehide', close)
    addEventListener('pageshow', follow)
    return () => {
      close()
      document.removeEventListener('visibilitychange', follow)
      removeEventListener('pagehide', close)
      removeEventListener('pageshow', follow)
    }
  }, [meta_slug, isPublic])
  return count
}
