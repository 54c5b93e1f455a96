import { useLocation } from 'react-router-dom'
import { locales } from '#shared/locale.ts'
import { useLocale, useSay } from '../i18n.tsx'

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
