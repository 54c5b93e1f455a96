import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import type { Me } from '#shared/users.ts'
import { meQuery } from '../me.queries.ts'
import { keepRedirect } from '../redirect.ts'
import type { Loader } from '../routes.tsx'
import { signOut } from '../session.ts'
import { useSite } from '../site.ts'
import { Spinner } from '../ui/spinner.tsx'
import { useQueryOfAddress } from '../ui/use-query.ts'
import { useViewer } from '../viewer.ts'
import { MyProfile } from './my-profile.tsx'
import { Payments, SavedNews, SubscriptionSection, Threads } from './other-sections.tsx'
import { profileCopy } from './profile-copy.ts'
import type { ProfileCopy } from './profile-copy.en.ts'
import { SavedPrompts } from './saved-prompts.tsx'

export const load: Loader = ({ locale }) => profileCopy.load(locale)

type Tab = keyof ProfileCopy['tabs']
const sections: Record<Tab, (me: Me) => ReactNode> = {
  profile: (me) => <MyProfile me={me} />,
  saved_news: () => <SavedNews />,
  threads: () => <Threads />,
  user_prompts: () => <SavedPrompts />,
  subscription: () => <SubscriptionSection />,
  payments: () => <Payments />,
}
const tabs = Object.keys(sections) as Tab[]
const addressOf = (tab: Tab) => (tab === 'profile' ? paths.profile : `${paths.profile}?tab=${tab}`)

/** Without a token the page is the log-in, which leads back here. */
function useSignedIn(): boolean {
  const { is_known, is_signed_in } = useViewer()
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (!is_known || is_signed_in) return
    keepRedirect(pathname + search)
    location.replace(paths.login)
  }, [is_known, is_signed_in, pathname, search])
  return is_signed_in
}

/** The section that the address names. */
function useTab(): Tab {
  const search = useQueryOfAddress()
  return tabs.find((tab) => tab === search.get('tab')) ?? 'profile'
}

/** On a phone the tabs are one row to be pushed along: the current one is in view. */
function useTabInView(current: Tab) {
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>(`[data-tab=${current}]`)
    if (tab && row.current) row.current.scrollLeft = tab.offsetLeft - 16
  }, [current])
  return row
}

export function Page() {
  const site = useSite()
  const text = profileCopy.useCopy()
  const isSignedIn = useSignedIn()
  const { data: me, error } = useQuery({ ...meQuery, enabled: isSignedIn })
  const current = useTab()
  const row = useTabInView(current)
  if (error && !me && isSignedIn) throw error
  return (
    <main className="frame py-10">
      <title>{`${current === 'profile' ? text.title : text.tabs[current]} · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl font-bold">{text.title}</h1>
        {isSignedIn && (
          <button type="button" className="button button-quiet" onClick={signOut}>
            {text.sign_out}
          </button>
        )}
      </div>
      <nav aria-label={text.title} className="mt-6">
        <ul ref={row} className="relative -mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:px-0">
          {tabs.map((tab) => (
            <li key={tab} data-tab={tab} className="shrink-0">
              <Link to={addressOf(tab)} className="tab" aria-current={tab === current ? 'page' : undefined}>
                {text.tabs[tab]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <p className="without-script mt-8">{text.without_script}</p>
      <div className="needs-script mt-8 min-h-dvh">
        {isSignedIn && me ? sections[current](me) : <Spinner label={text.loading} />}
      </div>
    </main>
  )
}
