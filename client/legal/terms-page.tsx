import { useDayFormat } from '../app/format/dates.ts'
import { defineMessages } from '../app/i18n.tsx'
import { useSite } from '../app/site.ts'
import { legalLoader, LegalText } from './legal-text.tsx'

const { useTranslate } = defineMessages({
  en: () => import('./terms.messages.en.ts'),
  es: () => import('./terms.messages.es.ts'),
})

export const load = legalLoader('terms-of-service')

export function TermsPage() {
  const t = useTranslate()
  const { name, company, legal_dates } = useSite()
  const day = useDayFormat()
  return (
    <LegalText
      slug="terms-of-service"
      title={t('title')}
      description={t('description')}
      effective={legal_dates.terms && t('effective', { date: day(legal_dates.terms) })}
      contents={t('contents')}
      sections={t('sections', { ...company, site: name, company: company.name })}
    />
  )
}
