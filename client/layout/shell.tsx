import type { ReactNode } from 'react'
import { island } from '../app/island.tsx'
import { useIsNavigating } from '../app/router.tsx'
import { Part } from '../app/static-copy.tsx'
import { useViewer } from '../app/viewer.ts'
import { Footer } from './footer.tsx'
import { useTranslate } from '../app/i18n.tsx'
import { Navigation } from './navigation.tsx'
import { Offline } from './offline.tsx'
import { Progress } from '../ui/progress.tsx'

const Member = island(async () => (await import('./member.tsx')).Member)

export function Shell({ feed, children }: { feed: ReactNode; children: ReactNode }) {
  const t = useTranslate()
  const { is_signed_in } = useViewer()
  const isNavigating = useIsNavigating()
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="skip-link">
        {t('navigation.skip')}
      </a>
      {isNavigating && <Progress />}
      <Part id="navigation">
        <Navigation />
      </Part>
      <div className="with-feed">
        <div id="content" tabIndex={-1} aria-busy={isNavigating} className="outline-none">
          {children}
        </div>
        <Part id="feed">{feed}</Part>
      </div>
      <Part id="footer">
        <Footer />
      </Part>
      <Offline />
      {is_signed_in && <Member />}
    </div>
  )
}
