import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useSay } from '../i18n.tsx'
import { useSite } from '../site.ts'
import { isFeedless } from './live-feed-rules.ts'
import { LiveFeed } from './live-feed.tsx'

/** Whether the browser has nothing better to do; from then on it stays true. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(() => setIdle(true), 1_000)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(() => setIdle(true))
    return () => cancelIdleCallback(handle)
  }, [])
  return isIdle
}

/**
 * Room for the feed, kept from the first drawing on, so that nothing moves when it comes and nothing is ever covered: a
 * column of 205 px beside the page, or on phones a strip above the footer.
 */
export function FeedPlace() {
  const say = useSay()
  const site = useSite()
  const { pathname } = useLocation()
  const isIdle = useIdle()
  if (!site.live_feed || isFeedless(pathname)) return null
  return (
    <aside className="feed needs-script" aria-label={say('feed.title')}>
      {isIdle && <LiveFeed />}
    </aside>
  )
}
