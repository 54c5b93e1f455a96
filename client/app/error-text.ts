import { detailOf, NetworkProblem } from './api.ts'
import { useTranslate } from './i18n.tsx'

/** The text of a failure: the server's own words, or ours where it had none. */
export function useErrorText() {
  const t = useTranslate()
  return (error: unknown) =>
    error instanceof NetworkProblem ? t('offline.not_sent') : (detailOf(error) ?? t('failed.request'))
}
