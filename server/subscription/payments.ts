import { z } from 'zod'
import type { Locale } from '#shared/locale.ts'
import { decimalOf } from '#shared/money.ts'
import { paymentPaths } from '#shared/payment-paths.ts'
import { paymentStatuses } from '#shared/subscription.ts'
import type { Payment } from '#shared/subscription.ts'
import { cursorAt, momentAnd, readCursor } from '../database/cursor.ts'
import { db } from '../db.ts'
import { findRefundable } from './refunds.ts'
import { nameIn } from './status.ts'

const order = 'payments'
/** A moment and an invoice. */
const Key = momentAnd(/^\w{1,255}$/)
const Status = z.enum(paymentStatuses).catch('unknown')

/** The person's payments, the latest first. */
export async function listPayments(
  user_id: number,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  locale: Locale,
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
  const refundable = await findRefundable(user_id)
  const last = rows[limit - 1]
  return {
    results: rows.slice(0, limit).map((row) => ({
      id: row.id,
      date: (row.paid_at ?? row.created_at).toISOString(),
      plan: row.plan && nameIn(row.plan.texts, locale),
      amount: decimalOf(row.amount, row.currency),
      amount_refunded: decimalOf(row.amount_refunded, row.currency),
      currency: row.currency,
      status: Status.parse(row.status),
      receipt_url: row.receipt_url,
      // What is on its way must not be paid twice.
      invoice_url: row.status === 'processing' ? null : row.invoice_url,
      refundable_until: row.id === refundable?.id ? refundable.refundable_until.toISOString() : null,
      refundable_amount: row.id === refundable?.id ? decimalOf(refundable.refundable_amount, row.currency) : null,
    })),
    next:
      rows.length > limit && last
        ? paymentPaths.payments({ limit, cursor: cursorAt(order, `${last.created_at.toISOString()} ${last.id}`, 0) })
        : null,
  }
}
