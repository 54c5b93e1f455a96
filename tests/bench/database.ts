import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { lockDataFolder } from '../../server/settings/data-folder.ts'
import { startPostgres } from '../../server/embedded/postgres.ts'
import { onExit } from './cleanups.ts'
import { folder } from './paths.ts'

const cluster = join(folder, 'postgres')
export type Database = { url: string; pid: number }

/** Throws StartProblem while another run uses it. */
export async function startDatabase({ empty = false } = {}): Promise<Database> {
  onExit(await lockDataFolder(folder))
  if (empty) {
    const former = await startPostgres(cluster)
    await former.stop()
    await rm(cluster, { recursive: true })
  }
  const { superuserUrl: url, stop } = await startPostgres(cluster)
  onExit(stop)
  return { url, pid: Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0]) }
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

const createAnew = (url: string, name: string) =>
  withClient(url, (client) =>
    client.query(`DROP DATABASE IF EXISTS ${name} (FORCE)`).then(() => client.query(`CREATE DATABASE ${name}`)),
  )
const urlOf = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href

export async function findRetainedDatabase(
  url: string,
  name: string,
  isAsItShould: (url: string) => Promise<boolean>,
): Promise<{ url: string; isFresh: boolean }> {
  const databaseUrl = urlOf(url, name)
  const found = await withClient(url, (client) => client.query('SELECT FROM pg_database WHERE datname = $1', [name]))
  if (found.rowCount === 1 && (await isAsItShould(databaseUrl))) return { url: databaseUrl, isFresh: false }
  await createAnew(url, name)
  return { url: databaseUrl, isFresh: true }
}

export async function withScratch<T>(url: string, name: string, task: (url: string) => Promise<T>): Promise<T> {
  await createAnew(url, name)
  try {
    return await task(urlOf(url, name))
  } finally {
    await withClient(url, (client) => client.query(`DROP DATABASE ${name} (FORCE)`))
  }
}

export function countPrompts(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(`SELECT to_regclass('prompt_search_document_en_0') IS NOT NULL AS loaded`)
    if (!rows[0].loaded) return 0
    return Number((await client.query('SELECT count(*) FROM prompt')).rows[0].count)
  })
}
