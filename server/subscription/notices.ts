import type { Prisma } from '../database/db.ts'

/** Returns true for the first notice of its kind about the subject. */
export async function addNoticeOnce(
  transaction: Prisma.TransactionClient,
  notice: { subscription_id: string; kind: string; subject: string },
): Promise<boolean> {
  const { count } = await transaction.subscriptionNotice.createMany({ data: [notice], skipDuplicates: true })
  return count > 0
}
