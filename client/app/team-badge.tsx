import { useTranslate } from './i18n.tsx'

export function TeamBadge() {
  const t = useTranslate()
  return <span className="chip shrink-0 leading-snug font-semibold text-brand">{t('common.team')}</span>
}
