import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

export const nameOfTemplate = 'migrated'
export const nameOfStarter = 'starter'

export function urlOfDatabase(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

export async function withClient<T>(url: string, task: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await task(client)
  } finally {
    await client.end()
  }
}

type Template = typeof nameOfTemplate | typeof nameOfStarter | 'template0'

export const copyDatabase = (postgres: string, url: string): Promise<string> =>
  createFrom(postgres, new URL(url).pathname.slice(1))

export const createDatabase = (postgres: string, template: Template = nameOfTemplate): Promise<string> =>
  createFrom(postgres, template)

async function createFrom(postgres: string, template: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await withClient(postgres, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`))
  return urlOfDatabase(postgres, name)
}

/** Longer than any step on a busy machine, shorter than a test's timeout (vitest.config.ts). */
export const timeoutMs = 90_000

export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const startedAt = performance.now()
  while (!(await holds())) {
    if (performance.now() - startedAt > timeoutMs)
      throw new Error(`What was waited for did not come true within ${timeoutMs} ms.`)
    await sleep(5)
  }
}

export const waitForBlockedLock = (url: string): Promise<void> =>
  withClient(url, (client) =>
    until(async () => {
      const { rowCount } = await client.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      )
      return rowCount !== 0
    }),
  )
