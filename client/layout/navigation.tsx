import { Menu, Search, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import type { WordKey } from '#shared/words.ts'
import { useSay } from '../i18n.tsx'
import { useSite } from '../site.ts'
import { useViewer } from '../viewer.ts'
import { LanguageSwitcher } from './language-switcher.tsx'
import { Logo } from './logo.tsx'
import { useOpenHere } from './open-here.ts'
import { useSearch } from './searching.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** Fetched by members alone. */
const MemberAvatar = lazy(async () => ({ default: (await import('./member-avatar.tsx')).MemberAvatar }))

const places: { path: string; label: WordKey }[] = [
  { path: paths.library, label: 'navigation.library' },
  { path: paths.blog, label: 'navigation.news' },
  { path: paths.forum, label: 'navigation.forum' },
  { path: paths.subscription, label: 'navigation.subscription' },
]

/** The menu behind the burger of small screens, closed again by Escape and by going to another page. */
function useBurger() {
  const [isOpen, setOpen] = useOpenHere()
  const onKey = useEffectEvent((event: KeyboardEvent) => event.key === 'Escape' && setOpen(false))
  useEffect(() => {
    if (!isOpen) return
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isOpen])
  return { isOpen, toggle: () => setOpen(!isOpen) }
}

function SearchButton() {
  const say = useSay()
  const { open, prepare } = useSearch()
  return (
    <button
      type="button"
      className="icon-button needs-script"
      aria-label={say('search.open')}
      aria-keyshortcuts="/"
      aria-haspopup="dialog"
      onClick={open}
      onPointerEnter={prepare}
      onFocus={prepare}
    >
      <Search className="size-5" />
    </button>
  )
}

function Account() {
  const say = useSay()
  const viewer = useViewer()
  return (
    <div className="flex min-w-24 justify-end">
      {viewer.is_signed_in ? (
        <Suspense>
          <MemberAvatar />
        </Suspense>
      ) : (
        <Link to={paths.login} className={`button button-quiet ${viewer.is_known ? '' : 'log-in'}`}>
          {say('navigation.log_in')}
        </Link>
      )}
    </div>
  )
}

/** The bar at the top of every page. Its links are all on the page; on small screens the burger shows them. */
export function Navigation() {
  const say = useSay()
  const site = useSite()
  const { isOpen, toggle } = useBurger()
  return (
    <header className="topbar">
      <div className="frame flex min-h-16 items-center gap-3 py-2">
        <Link to={paths.home} className="flex items-center gap-2 font-heading text-lg font-bold text-text no-underline">
          <Logo className="size-8" />
          <span className="max-[24rem]:sr-only">{site.name}</span>
        </Link>
        <div id="places" className={`places ${isOpen ? 'is-open' : ''}`}>
          <nav aria-label={say('navigation.main')} className="contents">
            {places.map(({ path, label }) => (
              <NavLink key={path} to={path} className="nav-link">
                {say(label)}
              </NavLink>
            ))}
          </nav>
          <div className="tools">
            <ThemeSwitch />
            <LanguageSwitcher />
          </div>
        </div>
        <div className="ml-auto flex items-center gap-1">
          <SearchButton />
          <Account />
          <button
            type="button"
            className="icon-button burger needs-script"
            aria-expanded={isOpen}
            aria-controls="places"
            aria-label={say(isOpen ? 'navigation.close' : 'navigation.open')}
            onClick={toggle}
          >
            {isOpen ? <X className="size-6" /> : <Menu className="size-6" />}
          </button>
        </div>
      </div>
    </header>
  )
}
