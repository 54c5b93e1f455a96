import { LockKeyhole } from 'lucide-react'
import type { SubscriptionCopy } from './subscription-copy.en.ts'

/** Names, set in type: the marks themselves belong to their owners. */
const methods = ['Visa', 'Mastercard', 'American Express', 'Apple Pay', 'Google Pay', 'Link']

export function PaymentBadges({ text }: { text: SubscriptionCopy['payment'] }) {
  return (
    <section aria-label={text.title} className="mt-8 text-center">
      <p className="inline-flex items-center gap-2 text-sm text-muted">
        <LockKeyhole className="size-4" aria-hidden="true" />
        {text.note}
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
