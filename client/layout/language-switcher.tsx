import { useState } from 'react'
import type { MouseEvent } from 'react'
import { useLocation } from 'react-router-dom'
import { findCookieLocale, localeCookieText, locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { useLocale, useTranslate } from '../app/i18n.tsx'
import { accessToken, authorizedFetch } from '../app/session/session.ts'
import { Progress } from '../ui/progress.tsx'

/** Timeout in ms for storing the language, including a token refresh. */
const saveTimeoutMs = 2_000

function storeLocale(locale: Locale): boolean {
  document.cookie = localeCookieText(locale, location.protocol === 'https:')
  return findCookieLocale(document.cookie) === locale
}

async function saveLanguage(language: Locale) {
  if (accessToken() === null) return
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ language })
  await Promise.race([
    authorizedFetch(paths.api.me, { method: 'PATCH', keepalive: true, headers, body }).catch(() => {}),
    new Promise((resolve) => void setTimeout(resolve, saveTimeoutMs)),
  ])
}

/** True for a plain click on a page whose address does not name a language. */
const isChoice = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  !metaKey && !ctrlKey && !shiftKey && !altKey && !new URLSearchParams(location.search).has('lang')

/** Links to the page in other languages. Scripts add the hash and keep the scroll position. */
export function LanguageSwitcher() {
  const t = useTranslate()
  const current = useLocale()
  const { pathname, search } = useLocation()
  const [isLeaving, setLeaving] = useState(false)
  const addressIn = (locale: string) => {
    const query = new URLSearchParams(search)
    query.set('lang', locale)
    return `${pathname}?${query}`
  }
  return (
    <nav aria-label={t('languages.switch')} className="flex text-sm">
      {isLeaving && <Progress />}
      {locales.map((locale) => (
        <a
          key={locale}
          href={addressIn(locale)}
          hrefLang={locale}
          lang={locale}
          onClick={(event) => {
            // Address with the hash and a mail's token, which the server does not render.
            const href = addressIn(locale) + location.hash
            event.currentTarget.href = href
            if (!isChoice(event)) return
            event.preventDefault()
            setLeaving(true)
            void saveLanguage(locale)
              .then(() =>
                location.search === search && storeLocale(locale) ? location.reload() : location.assign(href),
              )
              .finally(() => setLeaving(false))
          }}
          aria-current={locale === current ? 'true' : undefined}
          className="inline-flex min-h-8 min-w-8 items-center justify-center px-1.5 text-muted uppercase hover:underline aria-[current]:font-semibold aria-[current]:text-text aria-[current]:underline aria-[current]:underline-offset-4"
        >
          <span aria-hidden="true">{locale}</span>
          <span className="sr-only">{t(`languages.${locale}`)}</span>
        </a>
      ))}
    </nav>
  )
}
