import { useLocation } from 'react-router-dom'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { useLocale, useSay } from '../i18n.tsx'
import { accessToken, authorizedFetch } from '../session.ts'

/** A member's choice is kept with the account too, unless the address itself asks for a language. */
function saveLanguage(language: Locale) {
  if (accessToken() === null || new URLSearchParams(location.search).has('lang')) return
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ language })
  authorizedFetch(paths.api.me, { method: 'PATCH', keepalive: true, headers, body }).catch(() => {})
}

/** Links to this very page in the other language; they work without scripts, and the choice is kept in the cookie. */
export function LanguageSwitcher() {
  const say = useSay()
  const current = useLocale()
  const { pathname, search } = useLocation()
  const addressIn = (locale: string) => {
    const query = new URLSearchParams(search)
    query.set('lang', locale)
    return `${pathname}?${query}`
  }
  return (
    <nav aria-label={say('languages.switch')} className="flex text-sm">
      {locales.map((locale) => (
        <a
          key={locale}
          href={addressIn(locale)}
          hrefLang={locale}
          lang={locale}
          onClick={(event) => {
            // The server's page knows no query that is not its own, as a link's token.
            event.currentTarget.href = addressIn(locale)
            saveLanguage(locale)
          }}
          aria-current={locale === current ? 'true' : undefined}
          className="inline-flex min-h-8 min-w-8 items-center justify-center rounded-md px-1.5 text-muted uppercase no-underline hover:text-brand aria-[current]:bg-brand-soft aria-[current]:font-semibold aria-[current]:text-text"
        >
          <span aria-hidden="true">{locale}</span>
          <span className="sr-only">{say(`languages.${locale}`)}</span>
        </a>
      ))}
    </nav>
  )
}
