import { useState } from 'react'
import type { MouseEvent } from 'react'
import { useLocation } from 'react-router-dom'
import { locales } from '#shared/locale.ts'
import { useLocale, useTranslate } from '../app/i18n.tsx'
import { addressInLanguage, switchLanguage } from '../app/session/switch-language.ts'
import { Progress } from '../ui/progress.tsx'

const isPlainClick = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  !metaKey && !ctrlKey && !shiftKey && !altKey

/** Links to the page in other languages. Scripts add the hash and keep the scroll position. */
export function LanguageSwitcher() {
  const t = useTranslate()
  const current = useLocale()
  const page = useLocation()
  const [isLeaving, setLeaving] = useState(false)
  return (
    <nav aria-label={t('languages.switch')} className="flex text-sm">
      {isLeaving && <Progress />}
      {locales.map((locale) => (
        <a
          key={locale}
          href={addressInLanguage(locale, page)}
          hrefLang={locale}
          lang={locale}
          onClick={(event) => {
            // Address with the hash and a mail's token, which the server does not render.
            event.currentTarget.href = addressInLanguage(locale, page) + location.hash
            if (!isPlainClick(event)) return
            event.preventDefault()
            setLeaving(true)
            void switchLanguage(locale, page).finally(() => setLeaving(false))
          }}
          aria-current={locale === current ? 'true' : undefined}
          className="language-link"
        >
          <span aria-hidden="true">{locale}</span>
          <span className="sr-only">{t(`languages.${locale}`)}</span>
        </a>
      ))}
    </nav>
  )
}
