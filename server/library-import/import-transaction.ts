import type { Client } from 'pg'

export async function inTransaction<T>(client: Client, isNested: boolean, work: () => Promise<T>): Promise<T> {
  const [begin, commit, rollback] = isNested
    ? ['SAVEPOINT part', 'RELEASE part', 'ROLLBACK TO part']
    : ['BEGIN', 'COMMIT', 'ROLLBACK']
  await client.query(begin)
  try {
    const result = await work()
    await client.query(commit)
    return result
  } catch (error) {
    await client.query(rollback)
    throw error
  }
}
