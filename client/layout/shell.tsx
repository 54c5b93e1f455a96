import { lazy, Suspense } from 'react'
import type { ReactNode } from 'react'
import { useSay } from '../i18n.tsx'
import { useViewer } from '../viewer.ts'
import { FeedPlace } from './feed-place.tsx'
import { Footer } from './footer.tsx'
import { Navigation } from './navigation.tsx'

/** Fetched by members alone. */
const Member = lazy(async () => ({ default: (await import('./member.tsx')).Member }))

/** What surrounds every page; `isLoading` shows that another one is on its way. */
export function Shell({ isLoading, children }: { isLoading: boolean; children: ReactNode }) {
  const say = useSay()
  const { is_signed_in } = useViewer()
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="skip-link">
        {say('navigation.skip')}
      </a>
      {isLoading && <div className="progress" aria-hidden="true" />}
      <Navigation />
      <div className="with-feed">
        <div id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          {children}
        </div>
        <FeedPlace />
      </div>
      <Footer />
      <Suspense>{is_signed_in && <Member />}</Suspense>
    </div>
  )
}
