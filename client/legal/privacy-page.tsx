import { useDayFormat } from '../app/format/dates.ts'
import { defineMessages } from '../app/i18n.tsx'
import { useSite } from '../app/site.ts'
import { legalLoader, LegalText } from './legal-text.tsx'

const { useTranslate } = defineMessages({
  en: () => import('./privacy.messages.en.ts'),
  es: () => import('./privacy.messages.es.ts'),
})

export const load = legalLoader('privacy')

export function PrivacyPage() {
  const t = useTranslate()
  const { name, company, legal_dates } = useSite()
  const day = useDayFormat()
  return (
    <LegalText
      slug="privacy"
      title={t('title')}
      description={t('description')}
      effective={legal_dates.privacy && t('effective', { date: day(legal_dates.privacy) })}
      contents={t('contents')}
      sections={t('sections', { ...company, site: name, company: company.name })}
    />
  )
}
