import type { NotificationKind } from '../generated/enums.ts'
import type { Prisma } from '../db.ts'
import type { Jobs } from '../jobs.ts'

export type NewNotification = {
  user_id: number
  kind: NotificationKind
  /** What happened, so that nobody is told of it twice: "comment:17". */
  key: string
  thread_id: number
  comment_id?: number
  actor_id?: number
}

/** Within the transaction of what happened. Nobody is told of what they did themselves. */
export async function notify(
  { transaction }: { transaction: Prisma.TransactionClient; jobs: Jobs },
  notification: NewNotification,
): Promise<void> {
  if (notification.actor_id === notification.user_id) return
  await transaction.notification.createMany({ data: notification, skipDuplicates: true })
}
