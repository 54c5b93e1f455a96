import { db } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import { addNotice } from './notices.ts'
import { isLocationError } from './payments/invoice-problems.ts'
import { queueMails } from './subscription.mails.ts'
import type { MailKind } from './subscription.mails.ts'
import { syncCustomer } from './sync-customer.ts'
import type { Sync } from './stripe.ts'

const dayMs = 86_400_000
const againMs = 3 * dayMs
/** Before access closes. */
const closingMs = 2 * dayMs
/** What closed longer ago, and failed longer ago, is no news. */
const closedMs = 7 * dayMs
const cardMs = 31 * dayMs

const columns = {
  id: true,
  status: true,
  ends_at: true,
  plan_id: true,
  billing_period: true,
  current_period_end: true,
  latest_invoice_id: true,
  price: { select: { amount: true, currency: true } },
  customer: {
    select: {
      id: true,
      user_id: true,
      card_brand: true,
      card_last4: true,
      card_exp_month: true,
      card_exp_year: true,
      user: { select: { access: { where: { source: 'subscription' }, select: { expires_at: true } } } },
    },
  },
} as const satisfies Prisma.SubscriptionSelect
type Row = Prisma.SubscriptionGetPayload<{ select: typeof columns }>

/** `stage`: by which it is queued once, where mails of several kinds stand for it. */
type About = {
  kind: MailKind
  stage?: MailKind
  subject: string
  date: Date
  owed?: { id: string; amount: number; currency: string }
  card?: string
}

/** What to remind of, by what is stored now; null where there is nothing. */
type Find = (row: Row) => About | null | Promise<About | null>

const readRow = (id: string) => db.subscription.findUnique({ where: { id }, select: columns })

/** What is found is found again after the customer was read at Stripe: a webhook may have been lost. */
async function remind(sync: Sync, subscription_id: string, find: Find): Promise<void> {
  const stored = await readRow(subscription_id)
  const about = stored && (await find(stored))
  if (!about || stored.customer.user_id === null) return
  const notice = ({ kind, stage = kind, subject }: About) => ({ subscription_id, kind: stage, subject })
  if (await db.subscriptionNotice.findFirst({ where: notice(about) })) return
  await syncCustomer(sync, stored.customer.id)
  const row = await readRow(subscription_id)
  const found = row && (await find(row))
  const user_id = row?.customer.user_id ?? null
  if (!found || user_id === null) return
  const { kind, date, owed, card } = found
  const { plan_id, billing_period, price } = row
  const { amount, currency } = owed ?? price
  const ofSubscription = { user_id, plan_id, billing_period, price: price.amount, subscription_id }
  const what = { amount, currency, date: date.toISOString(), payment_id: owed?.id, ...(card !== undefined && { card }) }
  await db.$transaction(async (transaction) => {
    if (await addNotice(transaction, notice(found)))
      await queueMails(sync.jobs, transaction, [{ kind, ...ofSubscription, ...what }])
  })
}

/** One that fails holds up no other. */
export async function forEachCollectingErrors<Item>(
  items: Item[],
  callback: (item: Item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) await callback(item).catch((error: unknown) => void failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'Some reminders could not be queued.')
}

/** At least a day after the mail of the failure: a bank debit may fail shortly before access closes, or after it. */
function overdueKind(now: number, failed_at: Date, closes_at: Date): MailKind | null {
  const [failedAgo, left] = [now - failed_at.getTime(), closes_at.getTime() - now]
  if (left <= 0) return Math.min(failedAgo, -left) < closedMs ? 'payment_closed' : null
  if (left <= closingMs) return failedAgo >= dayMs ? 'payment_closing' : null
  return failedAgo >= againMs ? 'payment_failed_again' : null
}

/** What keeps a subscription past due, and can be paid. */
const owedPayment = (id: string | null | undefined) =>
  db.payment.findFirst({ where: { id: id ?? '', status: { in: ['failed', 'pending'] }, is_payable: true } })

/** When the subscription became past due; an invoice is made earlier. */
async function failureOf({ id, customer }: Row): Promise<Date | undefined> {
  const entry = await db.ledgerEntry.findFirst({
    where: { customer_id: customer.id, subscription_id: id, kind: 'subscription_past_due' },
    orderBy: { at: 'desc' },
  })
  return entry?.at
}

const unfinalizedKinds: Partial<Record<MailKind, MailKind>> = { payment_closed: 'invoice_closed' }

/** As of a renewal that failed, of an invoice that could not be made. */
async function remindUnfinalized(sync: Sync, now: number): Promise<void> {
  const drafts = await db.payment.findMany({
    where: { finalization_error: { not: null }, subscription_id: { not: null } },
    select: { id: true, subscription_id: true },
  })
  await forEachCollectingErrors(drafts, ({ id, subscription_id }) =>
    remind(sync, subscription_id ?? '', async (row) => {
      const owed = await db.payment.findFirst({ where: { id, finalization_error: { not: null } } })
      const closes_at = row.customer.user?.access[0]?.expires_at
      const stage = owed && closes_at && overdueKind(now, owed.created_at, closes_at)
      if (!stage) return null
      const usual = isLocationError(owed.finalization_error) ? 'address_needed' : 'invoice_failed'
      return { kind: unfinalizedKinds[stage] ?? usual, subject: `${id} ${stage}`, date: closes_at, owed }
    }),
  )
}

async function remindPastDue(sync: Sync, now: number): Promise<void> {
  const where = { status: 'past_due', customer: { user_id: { not: null } } }
  const rows = await db.subscription.findMany({ where, select: { id: true } })
  await forEachCollectingErrors(rows, ({ id }) =>
    remind(sync, id, async (row) => {
      const closes_at = row.customer.user?.access[0]?.expires_at
      const owed = row.status === 'past_due' ? await owedPayment(row.latest_invoice_id) : null
      const stage = closes_at && owed && overdueKind(now, (await failureOf(row)) ?? owed.created_at, closes_at)
      if (!stage) return null
      const isChallenged = stage === 'payment_failed_again' && owed.status === 'pending'
      return { kind: isChallenged ? 'confirm_payment' : stage, stage, subject: owed.id, date: closes_at, owed }
    }),
  )
}

/** Three days after a renewal failed, two days before it closes access, and once it has: each once for an invoice. */
export const remindOverdue = (sync: Sync, now = Date.now()): Promise<void> =>
  forEachCollectingErrors([remindPastDue, remindUnfinalized], (run) => run(sync, now))

type Card = Pick<Row['customer'], 'card_brand' | 'card_last4' | 'card_exp_month' | 'card_exp_year'>

/** As in "Visa •••• 4242", with the last day on which it pays; null for what does not expire. */
export function expiringCard({ card_brand, card_last4, card_exp_month, card_exp_year }: Card) {
  if (!card_brand || !card_last4 || !card_exp_month || !card_exp_year) return null
  const brand = card_brand.charAt(0).toUpperCase() + card_brand.slice(1)
  return { card: `${brand} •••• ${card_last4}`, date: new Date(Date.UTC(card_exp_year, card_exp_month, 1) - dayMs) }
}

const charged = { status: { in: ['active', 'trialing', 'past_due'] }, ends_at: null }

/** A month before the card that renewals are charged to expires: once for a card. */
export async function remindExpiringCards(sync: Sync, now = Date.now()): Promise<void> {
  const today = new Date(now)
  const months = [0, 1].map((later) => new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + later)))
  const expires = months.map((month) => ({
    card_exp_year: month.getUTCFullYear(),
    card_exp_month: month.getUTCMonth() + 1,
  }))
  const rows = await db.subscription.findMany({
    where: { ...charged, customer: { user_id: { not: null }, OR: expires } },
    select: { id: true },
  })
  await forEachCollectingErrors(rows, ({ id }) =>
    remind(sync, id, ({ status, ends_at, customer }) => {
      const expiring = expiringCard(customer)
      const left = expiring ? expiring.date.getTime() + dayMs - now : 0
      if (!expiring || left <= 0 || left > cardMs) return null
      if (ends_at !== null || !charged.status.in.includes(status)) return null
      return { kind: 'card_expires', subject: `${expiring.card} ${expiring.date.toISOString()}`, ...expiring }
    }),
  )
}

const overdue = new Set<MailKind>([
  'payment_failed',
  'confirm_payment',
  'payment_failed_again',
  'payment_closing',
  'payment_closed',
])

const unfinalized = new Set<MailKind>(['address_needed', 'invoice_failed', 'invoice_closed'])

/** Whether what a queued mail says has been settled since. */
export async function isMoot({ kind, subscription_id, payment_id, ...mail }: Sent): Promise<boolean> {
  if (subscription_id === undefined) return false
  const row = await db.subscription.findUnique({
    where: { id: subscription_id },
    select: { status: true, ends_at: true, current_period_end: true, customer: { select: columns.customer.select } },
  })
  if (!row) return true
  if (overdue.has(kind)) return row.status !== 'past_due' || !(await owedPayment(payment_id))
  if (unfinalized.has(kind)) {
    const draft = await db.payment.findFirst({
      where: { id: payment_id ?? '', finalization_error: { not: null } },
      select: { id: true },
    })
    return !draft
  }
  if (row.ends_at !== null || row.status === 'canceled') return true
  // A switch begins another period; what has renewed is no news.
  if (kind === 'renewal') return row.status !== 'active' || row.current_period_end.toISOString() !== mail.date
  const expiring = mail.card === undefined ? null : expiringCard(row.customer)
  return mail.card !== undefined && (expiring?.card !== mail.card || expiring.date.toISOString() !== mail.date)
}
type Sent = {
  kind: MailKind
  subscription_id?: string | undefined
  payment_id?: string | undefined
  card?: string | undefined
  date: string
}
