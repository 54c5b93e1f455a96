import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { useSay } from '../i18n.tsx'
import { useSite } from '../site.ts'
import { LanguageSwitcher } from './language-switcher.tsx'

/** What surrounds every page. */
export function Shell({ children }: { children: ReactNode }) {
  const say = useSay()
  const site = useSite()
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="skip-link">
        {say('navigation.skip')}
      </a>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
          <Link to={paths.library} className="text-lg font-bold text-brand no-underline">
            {site.name}
          </Link>
          <nav aria-label={say('navigation.main')} className="flex gap-4">
            <NavLink to={paths.library} className="nav-link">
              {say('navigation.library')}
            </NavLink>
          </nav>
          <LanguageSwitcher />
        </div>
      </header>
      <div id="content" tabIndex={-1} className="mx-auto w-full max-w-6xl flex-1 px-4 py-6 outline-none">
        {children}
      </div>
      <footer className="border-t border-line">
        <p className="mx-auto max-w-6xl px-4 py-4 text-sm text-muted">{site.name}</p>
      </footer>
    </div>
  )
}
