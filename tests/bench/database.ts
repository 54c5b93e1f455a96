import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { startPostgres } from '../../server/postgres.ts'
import { onEnd } from './endings.ts'
import { folder } from './places.ts'

const cluster = join(folder, 'postgres')
export type Database = { url: string; pid: number }

/** Our own PostgreSQL, with nothing in it when `fresh`. */
export async function startDatabase({ fresh = false } = {}): Promise<Database> {
  await mkdir(folder, { recursive: true })
  if (fresh) {
    const former = await startPostgres(cluster)
    await former.stop()
    await rm(cluster, { recursive: true })
  }
  const { url, stop } = await startPostgres(cluster)
  onEnd(stop)
  return { url, pid: Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0]) }
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

/** Another database of the same PostgreSQL, empty, for the time of the work. */
export async function withScratch<T>(url: string, name: string, work: (url: string) => Promise<T>): Promise<T> {
  await withClient(url, (client) =>
    client.query(`DROP DATABASE IF EXISTS ${name} (FORCE)`).then(() => client.query(`CREATE DATABASE ${name}`)),
  )
  const scratch = new URL(url)
  scratch.pathname = `/${name}`
  try {
    return await work(scratch.href)
  } finally {
    await withClient(url, (client) => client.query(`DROP DATABASE ${name} (FORCE)`))
  }
}

/** The number of prompts that a load has left, 0 where there was none. */
export function countPrompts(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(`SELECT to_regclass('prompt_search_document_en') IS NOT NULL AS loaded`)
    if (!rows[0].loaded) return 0
    return Number((await client.query('SELECT count(*) FROM prompt')).rows[0].count)
  })
}
