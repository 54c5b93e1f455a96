import { problemDetailOf, NetworkProblem } from './api.ts'
import { useTranslate } from './i18n.tsx'

export function useErrorText() {
  const t = useTranslate()
  return (error: unknown) =>
    error instanceof NetworkProblem ? t('offline.not_sent') : (problemDetailOf(error) ?? t('failed.request'))
}
