import { db } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import { addAuditEntry } from '../editing/audit.ts'

type Transaction = Prisma.TransactionClient
const entryOf = (id: number) => ({ kind: 'member', target: id }) as const

async function isStaff(transaction: Transaction, id: number): Promise<boolean> {
  return (await transaction.user.count({ where: { id, role: { not: 'user' } } })) > 0
}

export async function addPasswordAuditEntry(
  transaction: Transaction,
  id: number,
  action: 'password_changed' | 'password_reset',
): Promise<void> {
  if (await isStaff(transaction, id)) await addAuditEntry(transaction, { ...entryOf(id), actor_id: id, action })
}

const hourMs = 3_600_000

export async function addFailedSignInAuditEntry(id: number): Promise<void> {
  if (!(await isStaff(db, id))) return
  await db.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT FROM "user" WHERE id = ${id} FOR NO KEY UPDATE`
    const action = 'sign_in_failed'
    const since = { kind: 'member', target: String(id), action, at: { gt: new Date(Date.now() - hourMs) } }
    if ((await transaction.auditEntry.count({ where: since })) > 0) return
    await addAuditEntry(transaction, { ...entryOf(id), actor_id: null, source: 'web', action })
  })
}
