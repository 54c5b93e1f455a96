import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { useTranslate } from '../app/i18n.tsx'
import { island } from '../app/island.tsx'
import { useSite } from '../app/site.ts'

const LiveFeed = island(async () => (await import('./live-feed.tsx')).LiveFeed)

/** Delay of the feed's request in ms, so that the page's own requests come first. */
const feedDelayMs = 1_500

function useIsAfterDelay(): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), feedDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return isLater
}

/** Space for the feed: a column in the right margin, closed if there is no margin, or a strip on phones. */
export function FeedSlot() {
  const t = useTranslate()
  const site = useSite()
  const { pathname } = useLocation()
  const isLater = useIsAfterDelay()
  if (!site.live_feed || isPageWithoutFeed(pathname)) return null
  return (
    <aside className="feed needs-script" aria-label={t('common.feed')}>
      {isLater && <LiveFeed />}
    </aside>
  )
}

const pagesWithoutFeed = new Set([
  paths.home,
  paths.login,
  paths.register,
  paths.terms,
  paths.privacy,
  paths.subscription,
  paths.cancel,
  paths.profile,
  paths.forgotPassword,
  paths.resetPassword,
  paths.invitation,
])
export const isPageWithoutFeed = (pathname: string) =>
  pagesWithoutFeed.has(pathname) || /^\/library\/(?:prompt|pipeline)\//.test(pathname)
