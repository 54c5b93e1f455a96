import { useTranslate } from './messages.ts'

/** How what is changed of a member is called, by the way to it. */
export function useLabels(): (way: string) => string {
  const t = useTranslate()
  const labels: Record<string, string> = {
    role: t('members.role'),
    granted_tier: t('members.form.granted'),
    granted_until: t('members.form.until'),
    granted_reason: t('members.form.reason'),
    'block.reason': t('members.block.reason'),
    'block.hides_content': t('members.block.hide'),
  }
  return (way) => labels[way] ?? t('members.block.title')
}
