import type { AdminPaymentFilters, LedgerFilters } from '#shared/admin/payments.ts'
import type { CsvSeparator } from '#shared/admin/csv.ts'
import { fromMinorUnits } from '#shared/subscription/money.ts'
import { db } from '../../database/db.ts'
import { refundDue } from '../access.ts'
import { csvBatchRows, csvFile, readInBatches } from '../../sql/csv-file.ts'
import { dayRange, paymentCondition } from './admin-payments.ts'
import { isOlderThan } from './payments.ts'

const paymentColumns = [
  'id',
  'created_at',
  'paid_at',
  'member_id',
  'username',
  'email',
  'plan',
  'billing_period',
  'currency',
  'amount',
  'amount_refunded',
  'amount_charged_back',
  'amount_refund_due',
  'amount_paid_back',
  'status',
  'dispute_status',
] as const

/** Generates a CSV file of payments, latest first. `id` is the id of the invoice. Amounts are decimals. */
export const paymentsCsv = (filters: AdminPaymentFilters, separator: CsvSeparator): AsyncGenerator<string> =>
  csvFile(
    paymentColumns,
    readInBatches(async (after: PaymentLine | null) => {
      const rows = await db.payment.findMany({
        where: await paymentCondition(
          filters,
          after ? isOlderThan({ ...after, created_at: new Date(after.created_at) }) : {},
          true,
        ),
        orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
        take: csvBatchRows,
        include: {
          plan: { select: { slug: true } },
          customer: { select: { user: { select: { id: true, username: true, email: true, erased_at: true } } } },
        },
      })
      return rows.map(({ currency, plan, customer: { user }, ...row }) => {
        const person = user?.erased_at === null ? user : null
        return {
          ...row,
          created_at: row.created_at.toISOString(),
          paid_at: row.paid_at?.toISOString() ?? null,
          member_id: person?.id ?? null,
          username: person?.username ?? null,
          email: person?.email ?? null,
          plan: plan?.slug ?? null,
          currency,
          amount: fromMinorUnits(row.amount, currency),
          amount_refunded: fromMinorUnits(row.amount_refunded, currency),
          amount_charged_back: fromMinorUnits(row.amount_charged_back, currency),
          amount_refund_due: fromMinorUnits(refundDue(row), currency),
          amount_paid_back: fromMinorUnits(row.amount_refund_resolved, currency),
        }
      })
    }),
    separator,
  )
type PaymentLine = Record<(typeof paymentColumns)[number], unknown> & { created_at: string; id: string }

const ledgerColumns = [
  'id',
  'at',
  'recorded_at',
  'kind',
  'customer_id',
  'subscription_id',
  'payment_id',
  'plan',
  'billing_period',
  'currency',
  'amount',
  'event_id',
] as const
type LedgerLine = Record<(typeof ledgerColumns)[number], unknown> & { id: number }

export async function* ledgerCsv(filters: LedgerFilters, separator: CsvSeparator): AsyncGenerator<string> {
  const plans = await db.plan.findMany({ select: { id: true, slug: true } })
  const slugs = new Map(plans.map(({ id, slug }) => [id, slug]))
  yield* csvFile(
    ledgerColumns,
    readInBatches(async (after: LedgerLine | null) => {
      const rows = await db.ledgerEntry.findMany({
        where: { at: dayRange(filters), ...(after && { id: { gt: after.id } }) },
        orderBy: { id: 'asc' },
        take: csvBatchRows,
      })
      return rows.map(({ plan_id, amount, ...row }) => ({
        ...row,
        id: Number(row.id),
        at: row.at.toISOString(),
        recorded_at: row.recorded_at.toISOString(),
        plan: plan_id === null ? null : (slugs.get(plan_id) ?? null),
        amount: amount === null || row.currency === null ? null : fromMinorUnits(amount, row.currency),
      }))
    }),
    separator,
  )
}
