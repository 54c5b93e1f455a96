import { z } from 'zod'
import type { Locale } from '#shared/locale.ts'
import { fromMinorUnits } from '#shared/subscription/money.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { paymentStatuses } from '#shared/subscription/schema.ts'
import type { Payment } from '#shared/subscription/schema.ts'
import { forwardPage, textIdKeyset } from '../../sql/cursor.ts'
import type { ListQuery } from '../../sql/cursor.ts'
import { db } from '../../database/db.ts'
import type { Prisma } from '../../database/db.ts'
import { refundDue } from '../access.ts'
import { isChargedBack, isOpenDispute } from '../refunds/dispute-state.ts'
import { paymentLinksOf } from './payment-links.ts'
import { findRefundablePayment } from '../refunds/refunds.ts'
import { planNameIn } from '../status.ts'
import { readPaymentClock } from '../stripe.ts'
import type { Stripe } from '../stripe.ts'

const Status = z.enum(paymentStatuses).catch('unknown')

function disputeOf(status: string | null): Payment['dispute'] {
  if (isChargedBack(status)) return 'lost'
  return isOpenDispute(status) ? 'open' : null
}

type PaymentKey = { created_at: Date; id: string }

export const isOlderThan = ({ created_at, id }: PaymentKey): Prisma.PaymentWhereInput => ({
  created_at: { lte: created_at },
  OR: [{ created_at: { lt: created_at } }, { created_at, id: { lt: id } }],
})

type PaymentList<Row> = {
  order: string
  query: ListQuery
  pathOf: (page: { cursor: string; limit?: number }) => string
  read: (filter: { where: Prisma.PaymentWhereInput; orderBy: typeof latestFirst; take: number }) => Promise<Row[]>
}
const latestFirst = [{ created_at: 'desc' as const }, { id: 'desc' as const }]

export const paymentPage = <Row extends PaymentKey>({ order, read, ...list }: PaymentList<Row>) =>
  forwardPage({
    ...list,
    keyset: textIdKeyset(order, ['created_at', 'id']),
    keyOf: ({ created_at, id }: Row) => ({ key: `${created_at.toISOString()} ${id}`, id: 0 }),
    read: ({ position, most }) => {
      const [at = '', id = ''] = position?.key.split(' ') ?? []
      return read({
        where: position ? isOlderThan({ created_at: new Date(at), id }) : {},
        orderBy: latestFirst,
        take: most,
      })
    },
  })

export async function listPayments(
  user_id: number,
  query: ListQuery,
  { stripe, locale }: { stripe: Stripe | null; locale: Locale },
): Promise<{ results: Payment[]; next: string | null }> {
  const refundable = await findRefundablePayment(user_id, await readPaymentClock(stripe))
  const { results, next } = await paymentPage({
    order: 'payments',
    query,
    pathOf: paymentPaths.payments,
    read: ({ where, ...page }) =>
      db.payment.findMany({
        where: { customer: { user_id }, ...where },
        ...page,
        include: { plan: { select: { texts: { select: { locale: true, name: true } } } } },
      }),
  })
  return {
    results: results.map((row) => ({
      id: row.id,
      date: (row.paid_at ?? row.created_at).toISOString(),
      plan: row.plan && planNameIn(row.plan.texts, locale),
      amount: fromMinorUnits(row.amount, row.currency),
      amount_refunded: fromMinorUnits(row.amount_refunded, row.currency),
      amount_refund_due: fromMinorUnits(refundDue(row), row.currency),
      amount_paid_back: fromMinorUnits(row.amount_refund_resolved, row.currency),
      currency: row.currency,
      status: Status.parse(row.status),
      dispute: disputeOf(row.dispute_status),
      links: paymentLinksOf(row),
      refundable_until: row.id === refundable?.id ? refundable.refundable_until.toISOString() : null,
      refundable_amount: row.id === refundable?.id ? fromMinorUnits(refundable.refundable_amount, row.currency) : null,
    })),
    next,
  }
}
