import { Menu, Search, X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { Link } from '../app/link.tsx'
import { island } from '../app/island.tsx'
import { useSite } from '../app/site.ts'
import { useViewer } from '../app/session/viewer.ts'
import { LanguageSwitcher } from './language-switcher.tsx'
import { Logo } from './logo.tsx'
import { usePageLinks } from './page-links.ts'
import { useTranslate } from '../app/i18n.tsx'
import { useOpenUntilNavigation } from '../app/site-router.tsx'
import { useSearch } from '../dialogs/search-provider.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

function PlainAvatar() {
  const t = useTranslate()
  return (
    <Link to={paths.profile} className="icon-button" aria-label={t('navigation.profile')}>
      <span className="size-8 rounded-full bg-brand-soft" />
    </Link>
  )
}

const MemberAvatar = island(async () => (await import('./member-avatar.tsx')).MemberAvatar, {
  pending: <PlainAvatar />,
  Failed: PlainAvatar,
})

const links = [
  { path: paths.library, label: 'navigation.library' },
  { path: paths.pipelines, label: 'navigation.pipelines' },
  { path: paths.blog, label: 'navigation.news' },
  { path: paths.forum, label: 'navigation.forum' },
  { path: paths.subscription, label: 'navigation.subscription' },
] as const

const startOfPipelines = paths.pipeline('').slice(0, -1)

/** Navigation link that marks the current part. NavLink of React Router is larger and does more. */
function NavigationLink({ path, children }: { path: string; children: string }) {
  const { pathname } = useLocation()
  const isHere = pathname.startsWith(startOfPipelines)
    ? path === paths.pipelines
    : `${pathname}/`.startsWith(`${path}/`)
  return (
    <Link to={path} className="nav-link" aria-current={isHere ? 'page' : undefined}>
      {children}
    </Link>
  )
}

function useBurger() {
  const [isOpen, setOpen] = useOpenUntilNavigation()
  const onKey = useEffectEvent((event: KeyboardEvent) => event.key === 'Escape' && setOpen(false))
  useEffect(() => {
    if (!isOpen) return
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isOpen])
  return { isOpen, toggle: () => setOpen(!isOpen) }
}

function SearchButton() {
  const t = useTranslate()
  const { open, prepare } = useSearch()
  return (
    <button
      type="button"
      className="icon-button needs-script"
      aria-label={t('common.search')}
      aria-keyshortcuts="/"
      aria-haspopup="dialog"
      onClick={open}
      onPointerEnter={() => void prepare()}
      onFocus={() => void prepare()}
    >
      <Search className="size-5" />
    </button>
  )
}

function Account({ notifications }: { notifications: ReactNode }) {
  const t = useTranslate()
  const viewer = useViewer()
  return (
    <div className="account">
      {viewer.is_signed_in ? (
        <>
          {notifications}
          <MemberAvatar />
        </>
      ) : (
        <Link to={paths.login} className={`button button-quiet ${viewer.is_known ? '' : 'log-in'}`}>
          {t('dialog.log_in')}
        </Link>
      )}
    </div>
  )
}

export function Navigation({ notifications }: { notifications: ReactNode }) {
  const t = useTranslate()
  const site = useSite()
  const { isOpen, toggle } = useBurger()
  const pageLinks = usePageLinks('in_navigation')
  return (
    <header className="topbar">
      <div className="frame flex min-h-16 items-center gap-3 py-2">
        <Link to={paths.home} className="home-link">
          <Logo className="h-7 w-auto shrink-0" />
          <span className="line-clamp-2">{site.name}</span>
        </Link>
        <div id="places" className={`places ${isOpen ? 'is-open' : ''}`}>
          <nav aria-label={t('navigation.main')} className="contents">
            {links.map(({ path, label }) => (
              <NavigationLink key={path} path={path}>
                {t(label)}
              </NavigationLink>
            ))}
            {pageLinks.map(({ path, title }) => (
              <NavigationLink key={path} path={path}>
                {title}
              </NavigationLink>
            ))}
          </nav>
          <div className="tools">
            <ThemeSwitch />
            <LanguageSwitcher />
          </div>
        </div>
        <div className="ml-auto flex items-center gap-1">
          <SearchButton />
          <Account notifications={notifications} />
          <button
            type="button"
            className="icon-button burger needs-script"
            aria-expanded={isOpen}
            aria-controls="places"
            aria-label={t(isOpen ? 'navigation.close' : 'navigation.open')}
            onClick={toggle}
          >
            {isOpen ? <X className="size-6" /> : <Menu className="size-6" />}
          </button>
        </div>
      </div>
    </header>
  )
}
