import type { ReactNode } from 'react'
import { island } from '../app/island.tsx'
import { useIsNavigating } from '../app/site-router.tsx'
import { RecoverablePart } from '../app/static-copy.tsx'
import { useStorage } from '../app/storage.ts'
import { useViewer } from '../app/session/viewer.ts'
import { useTranslate } from '../app/i18n.tsx'
import { Progress } from '../ui/progress.tsx'
import { useIsOnline } from '../app/connection.ts'
import { Footer } from './footer.tsx'
import { Navigation } from './navigation.tsx'

const AccountReady = island(async () => (await import('./account-ready.tsx')).AccountReady)
const TierSync = island(async () => (await import('./tier-sync.tsx')).TierSync)

type ShellProps = { notifications: ReactNode; feed: ReactNode; children: ReactNode }

export function Shell({ notifications, feed, children }: ShellProps) {
  const t = useTranslate()
  const { is_signed_in } = useViewer()
  const isRegistered = useStorage('registered_email') !== null && !is_signed_in
  const isNavigating = useIsNavigating()
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="skip-link">
        {t('navigation.skip')}
      </a>
      {isNavigating && <Progress />}
      <RecoverablePart id="navigation">
        <Navigation notifications={notifications} />
      </RecoverablePart>
      <div className="with-feed">
        <div id="content" tabIndex={-1} aria-busy={isNavigating} className="outline-none">
          {children}
        </div>
        <RecoverablePart id="feed">{feed}</RecoverablePart>
      </div>
      <RecoverablePart id="footer">
        <Footer />
      </RecoverablePart>
      <Offline />
      {isRegistered && <AccountReady />}
      {is_signed_in && <TierSync />}
    </div>
  )
}

function Offline() {
  const t = useTranslate()
  const isOnline = useIsOnline()
  return <output className={isOnline ? 'sr-only' : 'offline'}>{!isOnline && t('offline.text')}</output>
}
