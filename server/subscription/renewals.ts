import { db } from '../db.ts'
import type { Jobs } from '../jobs.ts'
import { queueMails } from './subscription.mails.ts'

/** How long before a yearly renewal the mail about it goes out. */
const noticeMs = 7 * 86_400_000

/** Once for each period, by whichever server comes first. */
export async function announceRenewals(jobs: Jobs): Promise<void> {
  const due = await db.subscription.findMany({
    where: {
      billing_period: 'year',
      status: 'active',
      ends_at: null,
      current_period_end: { gt: new Date(), lte: new Date(Date.now() + noticeMs) },
      customer: { user_id: { not: null } },
    },
    select: { id: true, current_period_end: true, customer: { select: { user_id: true } } },
  })
  for (const { id, current_period_end, customer } of due)
    await db.$transaction(async (transaction) => {
      const { count } = await transaction.subscription.updateMany({
        where: { id, OR: [{ announced_period_end: null }, { announced_period_end: { not: current_period_end } }] },
        data: { announced_period_end: current_period_end },
      })
      if (count > 0 && customer.user_id !== null)
        await queueMails(jobs, transaction, [
          { kind: 'renewal', user_id: customer.user_id, subscription_id: id, amount: null, currency: null },
        ])
    })
}
