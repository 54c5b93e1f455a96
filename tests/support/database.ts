import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

export const nameOfTemplate = 'migrated'

/** The address of another database of the same PostgreSQL. */
export function within(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A database of its own: migrated, or with nothing in it at all. Answers its address. */
export async function createDatabase(postgres: string, { migrated = true } = {}): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await withClient(postgres, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${migrated ? nameOfTemplate : 'template0'}`),
  )
  return within(postgres, name)
}

/** Asks again and again, for at most so many ms. */
export async function until(holds: () => boolean | Promise<boolean>, most = 5_000): Promise<void> {
  const begun = performance.now()
  while (!(await holds())) {
    if (performance.now() - begun > most) throw new Error(`What was waited for did not come true within ${most} ms.`)
    await sleep(5)
  }
}
