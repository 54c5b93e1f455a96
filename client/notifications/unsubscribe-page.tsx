import { useTranslate } from '../app/i18n.tsx'

export function UnsubscribePage() {
  const t = useTranslate()
  return <main className="frame py-8">{t('common.loading')}</main>
}
