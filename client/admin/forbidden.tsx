import { useTranslate } from './messages.ts'

/** In the place of a part of the admin area that one's role does not have. */
export function Forbidden({ part }: { part: string }) {
  const t = useTranslate()
  return <p className="card p-6">{t('forbidden.text', { part })}</p>
}
