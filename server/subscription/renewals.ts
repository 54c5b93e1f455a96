import { db } from '../db.ts'
import { queueMails } from './subscription.mails.ts'
import type { Sync } from './sync-customer.ts'

/** How long before a yearly renewal the mail about it goes out. */
const noticeMs = 7 * 86_400_000

async function findDue(now: number) {
  const due = await db.subscription.findMany({
    where: {
      billing_period: 'year',
      status: 'active',
      ends_at: null,
      current_period_end: { gt: new Date(now), lte: new Date(now + noticeMs) },
      customer: { user_id: { not: null } },
    },
    select: {
      id: true,
      plan_id: true,
      billing_period: true,
      current_period_end: true,
      announced_period_end: true,
      customer: { select: { user_id: true } },
    },
    orderBy: { id: 'asc' },
  })
  return due.filter(
    ({ announced_period_end, current_period_end }) => announced_period_end?.getTime() !== current_period_end.getTime(),
  )
}
type Due = Awaited<ReturnType<typeof findDue>>[number]

/** What the renewal will charge, by Stripe's own preview: with tax, and less what is kept as a credit. */
async function announceRenewal(
  { stripe, jobs }: Sync,
  { id, current_period_end, announced_period_end, customer, ...plan }: Due,
) {
  const { user_id } = customer
  if (user_id === null) return
  const invoice = await stripe.invoices.createPreview({ subscription: id })
  await db.$transaction(async (transaction) => {
    const { count } = await transaction.subscription.updateMany({
      where: { id, announced_period_end, current_period_end, ends_at: null },
      data: { announced_period_end: current_period_end },
    })
    if (count === 0) return
    const amount = invoice.amount_due
    const currency = invoice.currency.toUpperCase()
    const date = current_period_end.toISOString()
    const about = { amount, price: amount, currency, date, url: null }
    await queueMails(jobs, transaction, [
      { kind: 'renewal', user_id, plan_id: plan.plan_id, billing_period: plan.billing_period, ...about },
    ])
  })
}

/** Once for each period, by whichever server comes first. One that fails holds up no other, and is tried again. */
export async function announceRenewals(sync: Sync, now = Date.now()): Promise<void> {
  const failures: unknown[] = []
  for (const due of await findDue(now))
    await announceRenewal(sync, due).catch((error: unknown) => void failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'Some renewals could not be announced.')
}
