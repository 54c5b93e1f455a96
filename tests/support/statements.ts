import { statementChannel } from '../../server/database/database-pool.ts'

export async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const onMessage = (message: unknown) => void statements.push((message as { statement: string }).statement)
  statementChannel.subscribe(onMessage)
  await work().finally(() => statementChannel.unsubscribe(onMessage))
  return statements
}
