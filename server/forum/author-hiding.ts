import { Prisma } from '../db.ts'

type Transaction = Prisma.TransactionClient

/** In the order of ids, as by everybody who changes several: also the branches whose replies are counted. */
async function lockTextsOf(transaction: Transaction, author_id: number): Promise<void> {
  await transaction.$executeRaw`SELECT FROM thread WHERE author_id = ${author_id} ORDER BY id FOR NO KEY UPDATE`
  await transaction.$executeRaw`
    SELECT FROM comment WHERE author_id = ${author_id}
        OR id IN (SELECT branch_id FROM comment AS reply WHERE reply.author_id = ${author_id})
     ORDER BY id FOR NO KEY UPDATE`
}

/**
 * Everything that somebody wrote, of whatever status, within the transaction that blocked them and locked their row: what
 * they write at the same time is hidden by a trigger. What reports have hidden stays so by itself.
 */
export async function hideTextsOf(transaction: Transaction, author_id: number): Promise<void> {
  await lockTextsOf(transaction, author_id)
  for (const table of [Prisma.raw('thread'), Prisma.raw('comment')])
    await transaction.$executeRaw`
      UPDATE ${table} SET hidden_at = now(), hidden_with_author = true WHERE author_id = ${author_id} AND hidden_at IS NULL`
}

/** What was hidden with its author, once their row no longer says so. */
export async function showTextsOf(transaction: Transaction, author_id: number): Promise<void> {
  await lockTextsOf(transaction, author_id)
  for (const table of [Prisma.raw('thread'), Prisma.raw('comment')])
    await transaction.$executeRaw`
      UPDATE ${table} SET hidden_at = NULL, hidden_with_author = false WHERE author_id = ${author_id} AND hidden_with_author`
}
