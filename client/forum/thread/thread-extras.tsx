import { useState, useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { forumPaths } from '#shared/forum/paths.ts'
import { island } from '../../app/island.tsx'
import { useViewer } from '../../app/session/viewer.ts'
import { usePageKeys } from '../../dialogs/use-page-keys.ts'
import { ShortcutsButton, currentElement, focusNeighbour } from '../shortcuts-action.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { commentsKey, threadQuery } from '../thread.queries.ts'
import { useTranslate } from './messages.ts'
import { useThread } from './thread-context.tsx'
import { useReadPosition } from './use-read-position.ts'
import { useTextSelection } from './use-text-selection.ts'
import type { ShownComments } from './use-read-position.ts'

const QuoteAction = island(async () => (await import('./quote-action.tsx')).QuoteButton)

const texts = () => [...document.querySelectorAll<HTMLElement>('[data-thread], [data-comment]')]

const clickShortcut = (within: Element | null | undefined, key: string) =>
  within?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)?.click()

/** Keyboard shortcuts of a thread, as in Discourse. Each control names its shortcut in `aria-keyshortcuts`. */
function useThreadKeys(): void {
  usePageKeys((event) => {
    const { key, target, repeat } = event
    const isText = target instanceof HTMLElement && target.matches('[data-thread], [data-comment]')
    if (key === 'j') focusNeighbour(texts(), 1)
    else if (key === 'k') focusNeighbour(texts(), -1)
    else if (repeat) return
    else if (key === 'o' || (key === 'Enter' && isText))
      clickShortcut(currentElement(texts()).current?.closest('[data-branch]'), 'o')
    else if (key === 'l' || key === 'r' || key === 's') clickShortcut(currentElement(texts()).current, key)
    else if (key === 'q') clickShortcut(document.body, key)
    else if (key === 'b') clickShortcut(document.querySelector('[data-thread]'), key)
    else return
    event.preventDefault()
  }, 'thread')
}

/** Notice of new comments, read position and keyboard shortcuts of a thread. */
export function ThreadExtras(shown: ShownComments) {
  const t = useTranslate()
  const { is_signed_in } = useViewer()
  useThreadKeys()
  useReadPosition(is_signed_in, shown)
  const [selected, unselect] = useTextSelection()
  return (
    <>
      <NewCommentsNotice />
      {selected && <QuoteAction selected={selected} onDone={unselect} />}
      <ShortcutsButton label={t('action.keys')} />
    </>
  )
}

/** Notice with the number of new comments. A click loads them, so that the text never moves by itself. */
function NewCommentsNotice() {
  const t = useTranslate()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { thread, isOpen, lookForNew, focusArrivals } = useThread()
  const live = useLiveCommentCount(thread.meta_slug, isOpen)
  const [isBusy, setBusy] = useState(false)
  const newCount = live === null ? 0 : Math.max(0, live - thread.comment_count)
  const show = async () => {
    if (isBusy) return
    setBusy(true)
    lookForNew()
    await client.refetchQueries({ queryKey: [commentsKey(thread.meta_slug)], type: 'active' })
    await client.refetchQueries(threadQuery(thread.meta_slug))
    setBusy(false)
    // If the new comments are on other pages, the page of the newest opens.
    setTimeout(() => {
      if (!focusArrivals()) void navigate(forumPaths.thread(thread.meta_slug, { sort: 'newest' }))
    })
  }
  return (
    <output className={newCount > 0 ? 'fresh-comments' : ''}>
      {newCount > 0 && (
        <>
          {t('comments.fresh', { count: newCount })}
          <button type="button" className="button" aria-busy={isBusy} onClick={() => void show()}>
            {isBusy && <Spinner />}
            {t('comments.show')}
          </button>
        </>
      )}
    </output>
  )
}

/** Delay in ms before a refused event stream is requested again. A busy server refuses streams. */
const refusedMs = 60_000

const countIn = (text: string): number | null => {
  try {
    const { comment_count } = JSON.parse(text) as { comment_count?: unknown }
    return typeof comment_count === 'number' ? comment_count : null
  } catch {
    return null
  }
}

/** Live comment count from the server's event stream, while the page is visible. */
function useLiveCommentCount(meta_slug: string, isPublic: boolean): number | null {
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
    const openStream = () => {
      close()
      if (document.visibilityState !== 'visible') return
      const opened = new EventSource(forumPaths.api.threadEvents(meta_slug))
      source = opened
      opened.addEventListener('comments', ({ data }: MessageEvent<string>) => setCount(countIn(data)))
      // Browsers reconnect a lost stream, but not a refused stream.
      opened.addEventListener('error', () => {
        if (opened.readyState === EventSource.CLOSED) timer = setTimeout(openStream, refusedMs)
      })
    }
    openStream()
    const removal = new AbortController()
    const { signal } = removal
    document.addEventListener('visibilitychange', openStream, { signal })
    addEventListener('pagehide', close, { signal })
    addEventListener('pageshow', openStream, { signal })
    return () => {
      close()
      removal.abort()
    }
  }, [meta_slug, isPublic])
  return count
}
