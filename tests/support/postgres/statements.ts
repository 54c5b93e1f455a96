import { AsyncLocalStorage } from 'node:async_hooks'
import { statementChannel } from '../../../server/database/database-pool.ts'

const current = new AsyncLocalStorage<string[]>()

/** Excludes statements of the server's background work. */
export async function statementsDuring(task: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const onMessage = (message: unknown) => {
    if (current.getStore() === statements) statements.push((message as { statement: string }).statement)
  }
  statementChannel.subscribe(onMessage)
  await current.run(statements, task).finally(() => statementChannel.unsubscribe(onMessage))
  return statements
}

export const rowLock = /FOR (NO KEY UPDATE|UPDATE|SHARE|KEY SHARE)/
