import { LockKeyhole } from 'lucide-react'
import { useTranslate } from './messages.ts'

/** Names, set in type: the marks themselves belong to their owners. */
const methods = ['Visa', 'Mastercard', 'American Express', 'Apple Pay', 'Google Pay', 'Link']

export function PaymentBadges() {
  const t = useTranslate()
  return (
    <section aria-label={t('payment.title')} className="mt-8 text-center">
      <p className="text-sm text-balance text-muted">
        <LockKeyhole className="me-2 inline size-4" aria-hidden="true" />
        {t('payment.note')}
      </p>
      <ul className="mt-3 flex flex-wrap justify-center gap-2">
        {methods.map((method) => (
          <li key={method} className="rounded-md border border-line bg-surface px-3 py-1 text-sm font-semibold">
            {method}
          </li>
        ))}
      </ul>
    </section>
  )
}
