import type { ReactNode } from 'react'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import type { AdminPaymentCard, LedgerRow } from '#shared/admin/payments.ts'
import { Link } from '../../app/link.tsx'
import { useUtcTimeFormat } from '../../app/format/dates.ts'
import { useCurrencyFormat } from '../../app/format/money.ts'
import { DetailsSection } from '../details.tsx'
import { useTranslate } from './messages.ts'
import type { messages } from './messages.en.ts'

type Kind = keyof (typeof messages)['payments']['kinds']
type LedgerListProps = { title: string; empty: string; ledger: LedgerRow[] }

export function LedgerList({ title, empty, ledger }: LedgerListProps) {
  const t = useTranslate()
  const moment = useUtcTimeFormat()
  const money = useCurrencyFormat()
  return (
    <DetailsSection title={title} level="h3" className="">
      {ledger.length === 0 && <p className="mt-2 text-muted">{empty}</p>}
      <ol className="mt-3">
        {ledger.map(({ id, at, kind, amount, currency, event_id }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-3">
            <span>
              {t(`payments.kinds.${kind as Kind}`)}
              <span className="block text-sm text-muted">{moment(at)}</span>
            </span>
            <span className="text-right">
              {amount !== null && currency !== null && money(amount, currency)}
              {event_id && (
                <Link
                  to={adminMoneyPaths.event(event_id)}
                  className="block py-1 text-sm wrap-anywhere text-brand underline"
                >
                  {event_id}
                </Link>
              )}
            </span>
          </li>
        ))}
      </ol>
    </DetailsSection>
  )
}

export function PersonLink({ person }: { person: NonNullable<AdminPaymentCard['person']> }) {
  return (
    <Link to={adminMoneyPaths.member(person.id)} className="inline-block py-1 text-brand underline">
      <bdi>{person.username}</bdi> <bdi>({person.email})</bdi>
    </Link>
  )
}

export function StripeLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="inline-block py-1 text-brand underline">
      {children}
    </a>
  )
}
