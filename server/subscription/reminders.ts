import { db } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import { addNoticeOnce } from './notices.ts'
import { isLocationError } from './payments/invoice-problems.ts'
import { queueSubscriptionMails } from './queued-mails.ts'
import type { MailKind } from './queued-mails.ts'
import { syncCustomer } from './sync-customer.ts'
import type { SyncContext } from './stripe.ts'

const dayMs = 86_400_000
const secondMailMs = 3 * dayMs
const closingMs = 2 * dayMs
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

/** `stage`: kind of the stored notice, if several kinds of mails share one notice. */
type Reminder = {
  kind: MailKind
  stage?: MailKind
  subject: string
  date: Date
  owed?: { id: string; amount: number; currency: string }
  card?: string
}

type FindReminder = (row: Row) => Reminder | null | Promise<Reminder | null>

const readRow = (id: string) => db.subscription.findUnique({ where: { id }, select: columns })

/** Mails a reminder once. Syncs the customer first and checks again, since a webhook may be lost. */
async function remind(sync: SyncContext, subscription_id: string, find: FindReminder): Promise<void> {
  const stored = await readRow(subscription_id)
  const about = stored && (await find(stored))
  if (!about || stored.customer.user_id === null) return
  const notice = ({ kind, stage = kind, subject }: Reminder) => ({ subscription_id, kind: stage, subject })
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
    if (await addNoticeOnce(transaction, notice(found)))
      await queueSubscriptionMails(sync.jobs, transaction, [{ kind, ...ofSubscription, ...what }])
  })
}

export async function forEachCollectingErrors<Item>(
  items: Item[],
  callback: (item: Item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) await callback(item).catch((error: unknown) => void failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'Some reminders could not be queued.')
}

/** Returns the kind of the due reminder, or null. Before access ends, it comes a day or more after the first mail. */
function overdueKind(now: number, failed_at: Date, closes_at: Date): MailKind | null {
  const [failedAgo, left] = [now - failed_at.getTime(), closes_at.getTime() - now]
  if (left <= 0) return Math.min(failedAgo, -left) < closedMs ? 'payment_closed' : null
  if (left <= closingMs) return failedAgo >= dayMs ? 'payment_closing' : null
  return failedAgo >= secondMailMs ? 'payment_failed_again' : null
}

const owedPayment = (id: string | null | undefined) =>
  db.payment.findFirst({ where: { id: id ?? '', status: { in: ['failed', 'pending'] }, is_payable: true } })

async function pastDueSince({ id, customer }: Row): Promise<Date | undefined> {
  const entry = await db.ledgerEntry.findFirst({
    where: { customer_id: customer.id, subscription_id: id, kind: 'subscription_past_due' },
    orderBy: { at: 'desc' },
  })
  return entry?.at
}

const unfinalizedKinds: Partial<Record<MailKind, MailKind>> = { payment_closed: 'invoice_closed' }

async function remindUnfinalized(sync: SyncContext, now: number): Promise<void> {
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

async function remindPastDue(sync: SyncContext, now: number): Promise<void> {
  const where = { status: 'past_due', customer: { user_id: { not: null } } }
  const rows = await db.subscription.findMany({ where, select: { id: true } })
  await forEachCollectingErrors(rows, ({ id }) =>
    remind(sync, id, async (row) => {
      const closes_at = row.customer.user?.access[0]?.expires_at
      const owed = row.status === 'past_due' ? await owedPayment(row.latest_invoice_id) : null
      const stage = closes_at && owed && overdueKind(now, (await pastDueSince(row)) ?? owed.created_at, closes_at)
      if (!stage) return null
      const isChallenged = stage === 'payment_failed_again' && owed.status === 'pending'
      return { kind: isChallenged ? 'confirm_payment' : stage, stage, subject: owed.id, date: closes_at, owed }
    }),
  )
}

/** Reminds of a failed renewal after three days, two days before access ends, and after the end of access. */
export const remindOfOverduePayments = (sync: SyncContext, now = Date.now()): Promise<void> =>
  forEachCollectingErrors([remindPastDue, remindUnfinalized], (run) => run(sync, now))

type Card = Pick<Row['customer'], 'card_brand' | 'card_last4' | 'card_exp_month' | 'card_exp_year'>

/** Returns a card's name, as "Visa •••• 4242", and its last valid day. Null if it does not expire. */
export function cardExpiry({ card_brand, card_last4, card_exp_month, card_exp_year }: Card) {
  if (!card_brand || !card_last4 || !card_exp_month || !card_exp_year) return null
  const brand = card_brand.charAt(0).toUpperCase() + card_brand.slice(1)
  return { card: `${brand} •••• ${card_last4}`, date: new Date(Date.UTC(card_exp_year, card_exp_month, 1) - dayMs) }
}

const charged = { status: { in: ['active', 'trialing', 'past_due'] }, ends_at: null }

export async function remindOfExpiringCards(sync: SyncContext, now = Date.now()): Promise<void> {
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
      const expiring = cardExpiry(customer)
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

export async function isObsoleteMail({ kind, subscription_id, payment_id, ...mail }: QueuedMail): Promise<boolean> {
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
  if (kind === 'renewal') return row.status !== 'active' || row.current_period_end.toISOString() !== mail.date
  const expiring = mail.card === undefined ? null : cardExpiry(row.customer)
  return mail.card !== undefined && (expiring?.card !== mail.card || expiring.date.toISOString() !== mail.date)
}
type QueuedMail = {
  kind: MailKind
  subscription_id?: string | undefined
  payment_id?: string | undefined
  card?: string | undefined
  date: string
}
