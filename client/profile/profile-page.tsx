import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { adminPaths } from '#shared/admin/paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { paths } from '#shared/paths.ts'
import { ProfileQuery, profileTabs } from '#shared/users/profile-tabs.ts'
import type { ProfileTab } from '#shared/users/profile-tabs.ts'
import { isStaff } from '#shared/users/rights.ts'
import type { Me } from '#shared/users/schema.ts'
import { Link } from '../app/link.tsx'
import { CountedTabs } from '../app/lists/counted-tabs.tsx'
import { useRequest } from '../app/form.tsx'
import { LoadErrorNote } from '../app/load-error.tsx'
import { island } from '../app/island.tsx'
import { meQuery } from '../app/session/me.queries.ts'
import { signOut } from '../app/session/sign-out.ts'
import { UnlistedHead } from '../app/head.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { usePageQuery } from '../app/page-query.ts'
import { useRequireSignIn } from '../app/session/use-require-sign-in.ts'
import { useTranslate } from './messages.ts'
import { SavedPrompts } from './saved-prompts.tsx'
import { ChangeEmailCard } from './change-email-card.tsx'
import { MeForm } from './me-form.tsx'
import { DataExportSection } from './my-data.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import { PasswordCard } from './password-card.tsx'
import { AccountRemovalSection } from './account-removal.tsx'
import { SessionsSection } from './my-sessions.tsx'

function Loading() {
  const t = useTranslate()
  return <Spinner label={t('loading')} />
}
const fallbacks = { pending: <Loading />, Failed: LoadErrorNote }
const SubscriptionSection = island(
  async () => (await import('./subscription-section.tsx')).SubscriptionSection,
  fallbacks,
)
const ThreadsSection = island(async () => (await import('./threads-section.tsx')).ThreadsSection, fallbacks)
const SavedNews = island(async () => (await import('./saved-news.tsx')).SavedPosts, fallbacks)
const PaymentsSection = island(async () => (await import('./payments-section.tsx')).PaymentsSection, fallbacks)

const sections = {
  profile: (me) => <MyProfile me={me} />,
  saved_news: () => <SavedNews />,
  threads: () => <ThreadsSection />,
  user_prompts: () => <SavedPrompts />,
  subscription: () => <SubscriptionSection />,
  payments: () => <PaymentsSection />,
} satisfies Record<ProfileTab, (me: Me) => ReactNode>
const addressOf = (tab: ProfileTab) => (tab === 'profile' ? paths.profile : `${paths.profile}?tab=${tab}`)

/** Title with a link for the team, and the log-out. `me`: undefined until it is loaded. */
function Heading({ me, isSignedIn }: { me: Me | undefined; isSignedIn: boolean }) {
  const t = useTranslate()
  const { run, problem } = useRequest(() => t('sign_out_failed'))
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
      <h1 className="text-3xl font-bold">{t('title')}</h1>
      <p className="flex gap-5">
        {me && isStaff(me) && (
          <Link
            to={me.role === 'moderator' ? forumPaths.moderation : adminPaths.overview}
            className="text-button inline-flex items-center"
          >
            {t(me.role === 'moderator' ? 'moderation' : 'administration')}
          </Link>
        )}
        {isSignedIn && (
          <button type="button" className="text-button" onClick={() => void run(signOut)}>
            {t('sign_out')}
          </button>
        )}
      </p>
      {problem && (
        <p role="alert" className="w-full text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}

export function ProfilePage() {
  const t = useTranslate()
  const isSignedIn = useRequireSignIn()
  const { data, error } = useQuery({ ...meQuery, enabled: isSignedIn })
  const me = isSignedIn ? data : undefined
  const { tab: current = 'profile' } = usePageQuery(ProfileQuery)
  if (error && !me && isSignedIn) throw error
  return (
    <main className="frame max-w-(--frame-text) py-8">
      <UnlistedHead title={current === 'profile' ? t('title') : t(`tabs.${current}`)} />
      <Heading me={me} isSignedIn={isSignedIn} />
      <div className="with-side mt-6">
        <CountedTabs
          className="side-tabs"
          label={t('title')}
          tabs={profileTabs.map((slug) => ({ slug, name: t(`tabs.${slug}`), to: addressOf(slug) }))}
          current={current}
          currentAs="page"
        />
        <div className="min-w-0">
          <p className="without-script">{t('without_script')}</p>
          <div className="needs-script min-h-dvh">{me ? sections[current](me) : <Loading />}</div>
        </div>
      </div>
    </main>
  )
}

function MyProfile({ me }: { me: Me }) {
  return (
    <>
      <MeForm me={me} />
      <PasswordCard me={me} />
      <ChangeEmailCard me={me} />
      <NotificationSettings />
      <SessionsSection />
      <DataExportSection />
      <AccountRemovalSection me={me} />
    </>
  )
}
