import { AsyncLocalStorage } from 'node:async_hooks'
import { statementChannel } from '../../../server/database/database-pool.ts'

const current = new AsyncLocalStorage<string[]>()

/** What the work itself asks of the database: what the server does meanwhile on its own is left out. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const onMessage = (message: unknown) => {
    if (current.getStore() === statements) statements.push((message as { statement: string }).statement)
  }
  statementChannel.subscribe(onMessage)
  await current.run(statements, work).finally(() => statementChannel.unsubscribe(onMessage))
  return statements
}

/** A statement that locks what it reads. */
export const rowLock = /FOR (NO KEY UPDATE|UPDATE|SHARE|KEY SHARE)/
