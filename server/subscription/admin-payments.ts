import { z } from 'zod'
import { adminMoneyPaths } from '#shared/admin-money-paths.ts'
import type {
  AdminPayment,
  AdminPaymentCard,
  AdminPaymentPage,
  AdminPaymentQuery,
  LedgerRow,
  PaymentsSummary,
} from '#shared/admin-payments.ts'
import type { Locale } from '#shared/locale.ts'
import { decimalOf } from '#shared/money.ts'
import { paymentStatuses } from '#shared/subscription.ts'
import { cursorAt, momentAnd, readCursor } from '../database/cursor.ts'
import { db, Prisma, queryRows } from '../db.ts'
import { notFound } from '../problem.ts'
import { siteOf } from '../settings.ts'
import type { Settings } from '../settings.ts'
import { countFailedEvents, listEventsOf } from './admin-events.ts'
import { nameIn } from './status.ts'
import { isLive } from './stripe.ts'

const order = 'admin_payments'
const Key = momentAnd(/^\w{1,255}$/)
const Status = z.enum(paymentStatuses).catch('unknown')
const dayMs = 86_400_000
/** Of people whom a search may mean. */
const maxPeople = 500

/** Stripe's words for a dispute that is not over. */
const openDisputes = ['needs_response', 'under_review', 'warning_needs_response', 'warning_under_review']

const person = { select: { id: true, username: true, email: true } } as const
const cardColumns = {
  plan: { select: { id: true, texts: { select: { locale: true, name: true } } } },
  customer: { select: { user: person } },
} as const satisfies Prisma.PaymentInclude
type Row = Prisma.PaymentGetPayload<{ include: typeof cardColumns }>

function cardOf(row: Row, locale: Locale): AdminPaymentCard {
  const { id, currency, plan, customer, billing_period, dispute_status } = row
  return {
    id,
    created_at: row.created_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
    person: customer.user,
    plan: plan && { id: plan.id, name: nameIn(plan.texts, locale) ?? '' },
    billing_period,
    amount: decimalOf(row.amount, currency),
    amount_refunded: decimalOf(row.amount_refunded, currency),
    currency,
    status: Status.parse(row.status),
    dispute_status,
  }
}

/** A payment by what Stripe calls it, or a person by id, name or address. */
async function isMeant(q: string): Promise<Prisma.PaymentWhereInput> {
  const typed = q.trim()
  if (typed === '') return {}
  if (/^(?:in|pi|sub|cus)_\w+$/.test(typed))
    return {
      OR: [{ id: typed }, { payment_intent_id: typed }, { subscription_id: typed }, { customer_id: typed }],
    }
  const start = typed.toLowerCase()
  const id = /^[1-9]\d{0,8}$/.test(typed) ? Number(typed) : null
  const users = await queryRows<{ id: number }>(Prisma.sql`
    SELECT "user".id FROM customer JOIN "user" ON "user".id = customer.user_id
     WHERE "user".id = ${id}::int OR starts_with(lower(username COLLATE "C"), ${start})
        OR starts_with(lower(email COLLATE "C"), ${start}) LIMIT ${maxPeople}`)
  return { customer: { user_id: { in: users.map((user) => user.id) } } }
}

/** The latest first. */
export async function listAdminPayments(query: AdminPaymentQuery, locale: Locale): Promise<AdminPaymentPage> {
  const { q, status, dispute, plan, from, to, limit, cursor } = query
  const [moment = '', id = ''] = readCursor(cursor, order, Key)?.key.split(' ') ?? []
  const created_at = new Date(moment)
  const rows = await db.payment.findMany({
    where: {
      AND: [
        await isMeant(q),
        id === '' ? {} : { OR: [{ created_at: { lt: created_at } }, { created_at, id: { lt: id } }] },
        status ? { status } : {},
        dispute === 'open' ? { dispute_status: { in: openDisputes } } : {},
        dispute === 'any' ? { dispute_status: { not: null } } : {},
        plan === undefined ? {} : { plan_id: plan },
        from === undefined ? {} : { created_at: { gte: new Date(from) } },
        to === undefined ? {} : { created_at: { lt: new Date(Date.parse(to) + dayMs) } },
      ],
    },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    take: limit + 1,
    include: cardColumns,
  })
  const last = rows[limit - 1]
  const results = rows.slice(0, limit).map((row) => cardOf(row, locale))
  if (rows.length <= limit || !last) return { results, next: null }
  const next = cursorAt(order, `${last.created_at.toISOString()} ${last.id}`, 0)
  return {
    results,
    next: adminMoneyPaths.api.payments({
      q,
      status,
      dispute,
      plan,
      from,
      to,
      cursor: next,
      limit: limit === 20 ? undefined : limit,
    }),
  }
}

/** Where Stripe shows more of it; null beside a sandbox, which has no such pages. */
export function dashboardOf(settings: Settings): string | null {
  if (new URL(settings.STRIPE_API_BASE).hostname !== 'api.stripe.com') return null
  return `https://dashboard.stripe.com/${isLive(settings) ? '' : 'test/'}`
}

export async function listLedger(where: Prisma.LedgerEntryWhereInput): Promise<LedgerRow[]> {
  const rows = await db.ledgerEntry.findMany({ where, orderBy: [{ at: 'asc' }, { id: 'asc' }], take: 200 })
  return rows.map(({ id, at, kind, payment_id, amount, currency, event_id }) => ({
    id: Number(id),
    at: at.toISOString(),
    kind,
    payment_id,
    amount: amount === null || currency === null ? null : decimalOf(amount, currency),
    currency,
    event_id,
  }))
}

/** Throws 404. */
export async function getAdminPayment(id: string, settings: Settings, locale: Locale): Promise<AdminPayment> {
  const row = await db.payment.findUnique({ where: { id }, include: cardColumns })
  if (!row) throw notFound()
  const { customer_id, subscription_id, payment_intent_id, receipt_url, invoice_url } = row
  const base = dashboardOf(settings)
  return {
    ...cardOf(row, locale),
    customer_id,
    subscription_id,
    payment_intent_id,
    receipt_url,
    invoice_url,
    dashboard:
      base === null
        ? null
        : {
            payment: payment_intent_id && `${base}payments/${payment_intent_id}`,
            invoice: `${base}invoices/${id}`,
            customer: `${base}customers/${customer_id}`,
          },
    ledger: await listLedger({ customer_id, payment_id: id }),
    events: await listEventsOf({ customer_id, payment_id: id, payment_intent: payment_intent_id }),
  }
}

/** What waits for a person: disputes that the bank has not decided, and events that could not be worked on. */
export async function readPaymentsSummary(settings: Settings): Promise<PaymentsSummary> {
  const [open_disputes, failed_events] = await Promise.all([
    db.payment.count({ where: { dispute_status: { in: openDisputes } } }),
    countFailedEvents(),
  ])
  return { payments: siteOf(settings).payments, open_disputes, failed_events }
}
