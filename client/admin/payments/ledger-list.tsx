import { Link } from 'react-router-dom'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import type { LedgerRow } from '#shared/admin/payments.ts'
import { useUtcTimeFormat } from '../../app/format/dates.ts'
import { useCurrencyFormat } from '../../app/format/money.ts'
import { useTranslate } from './messages.ts'
import type { messages } from './messages.en.ts'

type Kind = keyof (typeof messages)['payments']['kinds']

export function LedgerList({ ledger }: { ledger: LedgerRow[] }) {
  const t = useTranslate()
  const moment = useUtcTimeFormat()
  const money = useCurrencyFormat()
  return (
    <ol className="mt-3">
      {ledger
        .map((entry) => ({ ...entry, kind: entry.kind as Kind }))
        .map(({ id, at, kind, amount, currency, event_id }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-3">
            <span>
              {t(`payments.kinds.${kind}`)}
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
  )
}
