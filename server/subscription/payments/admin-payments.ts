import { z } from 'zod'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import type {
  AdminPayment,
  AdminPaymentCard,
  AdminPaymentFilters,
  AdminPaymentPage,
  AdminPaymentQuery,
  LedgerFilters,
  LedgerRow,
  PaymentsSummary,
} from '#shared/admin/payments.ts'
import type { Locale } from '#shared/locale.ts'
import { fromMinorUnits } from '#shared/subscription/money.ts'
import { paymentStatuses } from '#shared/subscription/schema.ts'
import { db, Prisma, queryRows } from '../../database/db.ts'
import { notFound } from '../../problem.ts'
import { siteFromSettings } from '../../settings/settings.ts'
import type { Settings } from '../../settings/settings.ts'
import { refundDue } from '../access.ts'
import { countFailedEvents, listEventsOfPayment } from './admin-events.ts'
import { openDisputeStatuses } from '../refunds/dispute-state.ts'
import { paymentLinksOf } from './payment-links.ts'
import { paymentPage } from './payments.ts'
import { planNameIn } from '../status.ts'
import { isLiveMode, stripeHost } from '../stripe.ts'

const Status = z.enum(paymentStatuses).catch('unknown')
const dayMs = 86_400_000
const maxPeople = 500
const maxUnknown = 1_000

const person = { select: { id: true, username: true, email: true } } as const
const cardColumns = {
  plan: { select: { id: true, texts: { select: { locale: true, name: true } } } },
  customer: { select: { user: person } },
} as const satisfies Prisma.PaymentInclude
type Row = Prisma.PaymentGetPayload<{ include: typeof cardColumns }>

type UnknownStatuses = Map<string | null, AdminPaymentCard['unknown_statuses']>

async function readUnknownStatuses(payments: string[]): Promise<UnknownStatuses> {
  const rows = await db.unknownStatus.findMany({
    where: { payment_id: { in: payments } },
    orderBy: { object_id: 'asc' },
  })
  const statuses = rows.map(({ payment_id, object_id, status }) => ({ payment_id, object_id, status }))
  return Map.groupBy(statuses, ({ payment_id }) => payment_id)
}

function cardOf(row: Row, locale: Locale, unknown: UnknownStatuses): AdminPaymentCard {
  const { id, currency, plan, customer, billing_period, dispute_status } = row
  return {
    id,
    created_at: row.created_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
    person: customer.user,
    plan: plan && { id: plan.id, name: planNameIn(plan.texts, locale) ?? '' },
    billing_period,
    amount: fromMinorUnits(row.amount, currency),
    amount_refunded: fromMinorUnits(row.amount_refunded, currency),
    currency,
    status: Status.parse(row.status),
    dispute_status,
    dispute_due_at: row.dispute_due_at?.toISOString() ?? null,
    amount_charged_back: fromMinorUnits(row.amount_charged_back, currency),
    amount_refund_due: fromMinorUnits(refundDue(row), currency),
    amount_paid_back: fromMinorUnits(row.amount_refund_resolved, currency),
    refund_refusal: row.refund_refusal,
    fraud_warning: row.fraud_warning,
    finalization_error: row.finalization_error,
    tax_disabled_reason: row.tax_disabled_reason,
    unknown_statuses: unknown.get(id) ?? [],
  }
}

async function needsAdmin(needs: AdminPaymentQuery['needs']): Promise<Prisma.PaymentWhereInput> {
  if (needs === undefined) return {}
  if (needs === 'invoice') return { finalization_error: { not: null } }
  const rows = await db.unknownStatus.findMany({ select: { payment_id: true }, take: maxUnknown })
  return { id: { in: rows.flatMap(({ payment_id }) => payment_id ?? []) } }
}

export const dayRange = ({ from, to }: LedgerFilters) => ({
  ...(from !== undefined && { gte: new Date(from) }),
  ...(to !== undefined && { lt: new Date(Date.parse(to) + dayMs) }),
})

const isRefundDue = (): Prisma.PaymentWhereInput => ({
  OR: [{ amount_refund_due: { gt: db.payment.fields.amount_refund_resolved } }, { refund_refusal: { not: null } }],
})

/** Returns the condition of a search: an id of Stripe, or accounts (at most `maxPeople`; in a file, all). */
async function searchCondition(q: string, isFile: boolean): Promise<Prisma.PaymentWhereInput> {
  const typed = q.trim()
  if (typed === '') return {}
  if (/^(?:in|pi|sub|cus)_\w+$/.test(typed))
    return {
      OR: [{ id: typed }, { payment_intent_id: typed }, { subscription_id: typed }, { customer_id: typed }],
    }
  const start = typed.toLowerCase()
  const id = /^[1-9]\d{0,8}$/.test(typed) ? Number(typed) : null
  if (isFile) {
    const begins = { startsWith: typed, mode: 'insensitive' } as const
    return { customer: { user: { OR: [...(id === null ? [] : [{ id }]), { username: begins }, { email: begins }] } } }
  }
  const users = await queryRows<{ id: number }>(Prisma.sql`
    SELECT "user".id FROM customer JOIN "user" ON "user".id = customer.user_id
     WHERE "user".id = ${id}::int OR starts_with(lower(username COLLATE "C"), ${start})
        OR starts_with(lower(email COLLATE "C"), ${start}) LIMIT ${maxPeople}`)
  return { customer: { user_id: { in: users.map((user) => user.id) } } }
}

export async function paymentCondition(
  { q, status, dispute, refund, needs, plan, from, to }: AdminPaymentFilters,
  after: Prisma.PaymentWhereInput,
  isFile = false,
): Promise<Prisma.PaymentWhereInput> {
  return {
    AND: [
      await searchCondition(q, isFile),
      after,
      status ? { status } : {},
      dispute === 'open' ? { dispute_status: { in: openDisputeStatuses } } : {},
      dispute === 'any' ? { dispute_status: { not: null } } : {},
      refund === undefined ? {} : isRefundDue(),
      await needsAdmin(needs),
      plan === undefined ? {} : { plan_id: plan },
      { created_at: dayRange({ from, to }) },
    ],
  }
}

export async function listAdminPayments(query: AdminPaymentQuery, locale: Locale): Promise<AdminPaymentPage> {
  const { limit, cursor, ...filters } = query
  const { results, next } = await paymentPage({
    order: 'admin_payments',
    query: { limit, cursor },
    pathOf: (page) => adminMoneyPaths.api.payments({ ...filters, ...page }),
    read: async ({ where, ...page }) =>
      db.payment.findMany({ where: await paymentCondition(filters, where), ...page, include: cardColumns }),
  })
  const unknown = await readUnknownStatuses(results.map((row) => row.id))
  return { results: results.map((row) => cardOf(row, locale, unknown)), next }
}

/** Returns the URL of Stripe's Dashboard. Null for a sandbox, which has none. */
export function dashboardUrlOf(settings: Settings): string | null {
  if (new URL(settings.STRIPE_API_BASE).hostname !== stripeHost) return null
  return `https://dashboard.stripe.com/${isLiveMode(settings) ? '' : 'test/'}`
}

export async function listLedger(where: Prisma.LedgerEntryWhereInput): Promise<LedgerRow[]> {
  const rows = await db.ledgerEntry.findMany({ where, orderBy: [{ at: 'asc' }, { id: 'asc' }], take: 200 })
  return rows.map(({ id, at, kind, payment_id, amount, currency, event_id }) => ({
    id: Number(id),
    at: at.toISOString(),
    kind,
    payment_id,
    amount: amount === null || currency === null ? null : fromMinorUnits(amount, currency),
    currency,
    event_id,
  }))
}

export async function getAdminPayment(id: string, settings: Settings, locale: Locale): Promise<AdminPayment> {
  const row = await db.payment.findUnique({ where: { id }, include: cardColumns })
  if (!row) throw notFound()
  const { customer_id, subscription_id, payment_intent_id } = row
  const base = dashboardUrlOf(settings)
  return {
    ...cardOf(row, locale, await readUnknownStatuses([id])),
    customer_id,
    subscription_id,
    payment_intent_id,
    links: paymentLinksOf(row),
    dashboard:
      base === null
        ? null
        : {
            payment: payment_intent_id && `${base}payments/${payment_intent_id}`,
            invoice: `${base}invoices/${id}`,
            customer: `${base}customers/${customer_id}`,
          },
    ledger: await listLedger({ customer_id, payment_id: id }),
    events: await listEventsOfPayment({ customer_id, payment_id: id, payment_intent: payment_intent_id }),
  }
}

export async function readPaymentsSummary(settings: Settings): Promise<PaymentsSummary> {
  const [open_disputes, refunds_due, unfinalized_invoices, unknown_statuses, failed_events] = await Promise.all([
    db.payment.count({ where: { dispute_status: { in: openDisputeStatuses } } }),
    db.payment.count({ where: isRefundDue() }),
    db.payment.count({ where: { finalization_error: { not: null } } }),
    db.unknownStatus.count({ where: { payment_id: { not: null } } }),
    countFailedEvents(),
  ])
  const { payments } = siteFromSettings(settings)
  return { payments, open_disputes, refunds_due, unfinalized_invoices, unknown_statuses, failed_events }
}
