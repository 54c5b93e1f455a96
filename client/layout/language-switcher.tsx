import type { MouseEvent } from 'react'
import { useLocation } from 'react-router-dom'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { useLocale, useSay } from '../i18n.tsx'
import { accessToken, authorizedFetch } from '../session.ts'

/** How long a page waits for the account to keep the choice before it is left, in ms: a token may have to be refreshed. */
const patience = 2_000

/** A member's choice is kept with the account too. */
async function saveLanguage(language: Locale) {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ language })
  await Promise.race([
    authorizedFetch(paths.api.me, { method: 'PATCH', keepalive: true, headers, body }).catch(() => {}),
    new Promise((resolve) => void setTimeout(resolve, patience)),
  ])
}

/** Whether a click opens the link here, and the address itself did not ask for a language. */
const isChoice = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  !metaKey && !ctrlKey && !shiftKey && !altKey && !new URLSearchParams(location.search).has('lang')

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
            const href = addressIn(locale)
            event.currentTarget.href = href
            if (accessToken() === null || !isChoice(event)) return
            event.preventDefault()
            void saveLanguage(locale).then(() => location.assign(href))
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
