import { z } from 'zod'
import type { Locale } from '#shared/locale.ts'
import { fromMinorUnits } from '#shared/subscription/money.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { paymentStatuses } from '#shared/subscription/schema.ts'
import type { Payment } from '#shared/subscription/schema.ts'
import { timestampAnd, readCursor, forwardPage } from '../../sql/cursor.ts'
import { db } from '../../database/db.ts'
import { refundDue } from '../access.ts'
import { isChargedBack, isOpenDispute } from '../refunds/dispute-state.ts'
import { paymentLinksOf } from './payment-links.ts'
import { findRefundablePayment } from '../refunds/refunds.ts'
import { planNameIn } from '../status.ts'
import { readPaymentClock } from '../stripe.ts'
import type { Stripe } from '../stripe.ts'

const order = 'payments'
const Key = timestampAnd(/^\w{1,255}$/)
const Status = z.enum(paymentStatuses).catch('unknown')

function disputeOf(status: string | null): Payment['dispute'] {
  if (isChargedBack(status)) return 'lost'
  return isOpenDispute(status) ? 'open' : null
}

const keyOf = ({ created_at, id }: { created_at: Date; id: string }) =>
  [`${created_at.toISOString()} ${id}`, 0] as const

export async function listPayments(
  user_id: number,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  { stripe, locale }: { stripe: Stripe | null; locale: Locale },
): Promise<{ results: Payment[]; next: string | null }> {
  const [moment = '', id = ''] = readCursor(cursor, order, Key)?.key.split(' ') ?? []
  const created_at = new Date(moment)
  const rows = await db.payment.findMany({
    where: {
      customer: { user_id },
      ...(id && { OR: [{ created_at: { lt: created_at } }, { created_at, id: { lt: id } }] }),
    },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    take: limit + 1,
    include: { plan: { select: { texts: { select: { locale: true, name: true } } } } },
  })
  const refundable = await findRefundablePayment(user_id, await readPaymentClock(stripe))
  const { results, next } = forwardPage(rows, { order, limit, keyOf, pathOf: paymentPaths.payments })
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
