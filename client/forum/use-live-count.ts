import { useEffect, useState } from 'react'
import { forumPaths } from '#shared/forum-paths.ts'

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
