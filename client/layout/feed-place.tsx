import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useSay } from '../i18n.tsx'
import { useSite } from '../site.ts'
import { isFeedless } from './feedless.ts'

const LiveFeed = lazy(async () => ({ default: (await import('./live-feed.tsx')).LiveFeed }))

/** What a page needs goes first: the feed and its titles follow after so many ms. */
const patience = 1_500

function useLater(): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return isLater
}

/**
 * Room for the feed, kept from the first drawing on, so that nothing moves when it comes and nothing is ever covered: a
 * column of 205 px beside the page, or on phones a strip above the footer.
 */
export function FeedPlace() {
  const say = useSay()
  const site = useSite()
  const { pathname } = useLocation()
  const isLater = useLater()
  if (!site.live_feed || isFeedless(pathname)) return null
  return (
    <aside className="feed needs-script" aria-label={say('feed.title')}>
      <Suspense>{isLater && <LiveFeed />}</Suspense>
    </aside>
  )
}
