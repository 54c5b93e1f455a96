import { db } from '../database/db.ts'
import { previewParamsOf } from './payments/next-payment.ts'
import { addNoticeOnce } from './notices.ts'
import { forEachCollectingErrors } from './reminders.ts'
import { queueSubscriptionMails } from './queued-mails.ts'
import { syncCustomer } from './sync-customer.ts'
import type { SyncContext } from './stripe.ts'

const dayMs = 86_400_000
/** Ranges of days before a yearly renewal in which a mail announces it. */
const noticeDays = [
  { kind: 'renewal_30', from: 30, to: 7 },
  { kind: 'renewal_7', from: 7, to: 0 },
] as const
type Stage = (typeof noticeDays)[number]

async function findDueRenewals(now: number, { kind, from, to }: Stage) {
  const due = await db.subscription.findMany({
    where: {
      billing_period: 'year',
      status: 'active',
      ends_at: null,
      current_period_end: { gt: new Date(now + to * dayMs), lte: new Date(now + from * dayMs) },
      customer: { user_id: { not: null } },
    },
    select: {
      id: true,
      plan_id: true,
      billing_period: true,
      current_period_end: true,
      notices: { where: { kind }, select: { subject: true } },
      customer: { select: { id: true, user_id: true } },
    },
    orderBy: { id: 'asc' },
  })
  return due.filter(({ notices, current_period_end }) =>
    notices.every(({ subject }) => subject !== current_period_end.toISOString()),
  )
}
type Due = Awaited<ReturnType<typeof findDueRenewals>>[number]

/** Mails the amount of a renewal, with tax and credit. Syncs first, since a webhook may be lost. */
async function announceRenewal(sync: SyncContext, kind: string, due: Due): Promise<void> {
  const { id, plan_id, billing_period, current_period_end, customer } = due
  const { user_id } = customer
  if (user_id === null) return
  await syncCustomer(sync, customer.id)
  const where = { id, current_period_end, status: 'active', ends_at: null }
  const row = await db.subscription.findFirst({ where })
  if (!row) return
  const invoice = await sync.stripe.invoices.createPreview(previewParamsOf(row))
  await db.$transaction(async (transaction) => {
    const date = current_period_end.toISOString()
    if (!(await transaction.subscription.findFirst({ where }))) return
    if (!(await addNoticeOnce(transaction, { subscription_id: id, kind, subject: date }))) return
    const amount = invoice.amount_due
    const currency = invoice.currency.toUpperCase()
    const about = { amount, price: amount, currency, date, subscription_id: id }
    await queueSubscriptionMails(sync.jobs, transaction, [
      { kind: 'renewal', user_id, plan_id, billing_period, ...about },
    ])
  })
}

export async function announceRenewals(sync: SyncContext, now = Date.now()): Promise<void> {
  const due = await Promise.all(
    noticeDays.map(async (stage) => (await findDueRenewals(now, stage)).map((row) => ({ kind: stage.kind, row }))),
  )
  await forEachCollectingErrors(due.flat(), ({ kind, row }) => announceRenewal(sync, kind, row))
}
