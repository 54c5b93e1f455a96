import type { Client } from 'pg'

export async function inTransactionOrSavepoint<T>(
  client: Client,
  isNested: boolean,
  callback: () => Promise<T>,
): Promise<T> {
  const [begin, commit, rollback] = isNested
    ? ['SAVEPOINT part', 'RELEASE part', 'ROLLBACK TO part']
    : ['BEGIN', 'COMMIT', 'ROLLBACK']
  await client.query(begin)
  try {
    const result = await callback()
    await client.query(commit)
    return result
  } catch (error) {
    await client.query(rollback)
    throw error
  }
}
