import { useState } from 'react'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import type { LandingSectionState } from '#shared/site/landing.ts'
import { useLocale } from '../../app/i18n.tsx'
import { LandingSection } from '../../landing/landing-section.tsx'
import type { NamedSectionTexts } from '../../landing/landing-section.tsx'
import { useMotion } from '../../landing/motion.tsx'
import { useTranslate as useAdminMessages } from '../messages.ts'
import { useTranslate } from './messages.ts'

/** Inert preview of the section as the page renders it. */
export function LandingPreview({ draft: { name, texts } }: { draft: LandingSectionState }) {
  const t = useTranslate()
  const tAdmin = useAdminMessages()
  const motion = useMotion()
  const [locale, setLocale] = useState<Locale>(useLocale())
  const shown = texts?.[locale] ?? texts?.en
  if (!shown) return null
  const section = { name, texts: shown } as unknown as NamedSectionTexts
  return (
    <section aria-label={t('landing.preview')} className="mt-8">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto text-xl font-bold">{t('landing.preview')}</h2>
        {locales.map((one) => (
          <button key={one} type="button" className="tab" aria-pressed={one === locale} onClick={() => setLocale(one)}>
            {tAdmin(`field.language_${one}`)}
          </button>
        ))}
      </div>
      <p className="mt-1 text-sm text-muted">{t(name === 'hero' ? 'landing.preview_hero' : 'landing.preview_note')}</p>
      <div inert lang={texts?.[locale] ? locale : 'en'} className="mt-4 overflow-hidden rounded-2xl border border-line">
        <LandingSection section={section} isShipped={false} note="" motion={motion} />
      </div>
    </section>
  )
}
