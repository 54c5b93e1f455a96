import { useDayFormat } from '../app/dates.ts'
import { defineMessages } from '../app/i18n.tsx'
import { useSite } from '../app/site.ts'
import { LegalText } from './legal-text.tsx'

const { useTranslate } = defineMessages({
  en: () => import('./privacy.messages.en.ts'),
  es: () => import('./privacy.messages.es.ts'),
})

export function PrivacyPage() {
  const t = useTranslate()
  const { name, company, legal_dates } = useSite()
  const day = useDayFormat()
  return (
    <LegalText
      title={t('title')}
      description={t('description')}
      effective={t('effective', { date: day(legal_dates.privacy) })}
      contents={t('contents')}
      sections={t('sections', { ...company, site: name, company: company.name })}
    />
  )
}
