import { useTranslate } from './messages.ts'

export function Forbidden({ part }: { part: string }) {
  const t = useTranslate()
  return <p className="card p-6">{t('forbidden.text', { part })}</p>
}
