import type { Prisma } from '../database/db.ts'

/** Stores a notice. Returns false if a notice of this kind and subject exists. */
export async function addNoticeOnce(
  transaction: Prisma.TransactionClient,
  notice: { subscription_id: string; kind: string; subject: string },
): Promise<boolean> {
  const { count } = await transaction.subscriptionNotice.createMany({ data: [notice], skipDuplicates: true })
  return count > 0
}
