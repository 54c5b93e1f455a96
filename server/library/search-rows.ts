import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { locales } from '#shared/locale.ts'
import { sqlStateOf } from '../database/db.ts'

const batchRows = 1_000
const rebuildIndexesFrom = 50_000 // missing rows from which building the indexes last is faster
/** SQL: lock timeout below deadlock_timeout, so that this statement fails instead of a concurrent change. */
export const setLockTimeout = `SET LOCAL lock_timeout = '500ms'`
export const isLockTimeout = (error: unknown) => sqlStateOf(error) === '55P03'

/** Indexes by tier, so that a search never reads the texts of higher tiers. The last is for all higher tiers. */
const indexed = [
  { column: 'title', tiers: [{ suffix: '', where: '' }] },
  { column: 'document', tiers: [0, 1, 2].map(indexedTier) },
  { column: 'preview', tiers: [1, 2].map(indexedTier) },
]
function indexedTier(tier: number) {
  return { suffix: `_${tier}`, where: ` AND required_tier ${tier < 2 ? `= ${tier}` : '> 1'}` }
}
const indexes = indexed.flatMap(({ column, tiers }) =>
  tiers.flatMap(({ suffix, where }) =>
    locales.map((locale) => {
      const name = `prompt_search_${column}_${locale}${suffix}`
      return {
        name,
        sql: `CREATE INDEX IF NOT EXISTS ${name} ON prompt_search USING gin (${column}) WHERE locale = '${locale}'${where}`,
      }
    }),
  ),
)

const missingRows = `FROM prompt_text AS text WHERE NOT EXISTS (
  SELECT FROM prompt_search AS search WHERE search.prompt_id = text.prompt_id AND search.locale = text.locale)`
/** SQL condition: the search row is missing, has no tier, or has words of an older version. */
export const needsRewrite = '(required_tier IS NULL OR words_version < 2)'
const missingOrUnwritten = `FROM prompt_text AS text
  LEFT JOIN prompt_search AS search ON search.prompt_id = text.prompt_id AND search.locale = text.locale AND search.prompt_id > $1
 WHERE ${needsRewrite} AND text.prompt_id > $1`

/** SQL: rewrites the search rows of the next prompts after the id $1, which `from` selects as `text`. */
export const rewriteNextSql = (from: string) => `
  SELECT max(prompt_id) AS last, write_search_rows(array_agg(prompt_id)) AS count
    FROM (SELECT DISTINCT text.prompt_id ${from} ORDER BY text.prompt_id LIMIT ${batchRows}) AS next`
export type RewriteResult = { last: number | null; count: number }

async function isFirstFilling(client: Client): Promise<boolean> {
  const { rows } =
    await client.query(`SELECT EXISTS (SELECT FROM prompt_search) AS filled, count(*) >= ${rebuildIndexesFrom} AS many
    FROM (SELECT ${missingRows} LIMIT ${rebuildIndexesFrom}) AS missing_rows`)
  return rows[0].many && !rows[0].filled
}

async function writeStep(client: Client, after: number): Promise<RewriteResult | undefined> {
  for (;;) {
    await client.query(`BEGIN; ${setLockTimeout}`)
    try {
      const { rows } = await client.query<RewriteResult>({
        name: 'write-search-rows',
        text: rewriteNextSql(missingOrUnwritten),
        values: [after],
      })
      await client.query('COMMIT')
      return rows[0]
    } catch (error) {
      await client.query('ROLLBACK')
      if (!isLockTimeout(error)) throw error
      await sleep(100)
    }
  }
}

/** Writes missing search rows, with a commit after each step. A later import completes an interrupted run. */
export async function writeSearchRows(client: Client, onProgress: (rows: number) => void): Promise<void> {
  if (await isFirstFilling(client))
    await client.query(`DROP INDEX IF EXISTS ${indexes.map(({ name }) => name).join(', ')}`)
  let written = 0
  for (let after: number | null = 0; ;) {
    const done = await writeStep(client, after)
    if (!done || done.last === null) break
    after = done.last
    written += done.count
    onProgress(written)
  }
  await client.query(`SET maintenance_work_mem = '512MB'; SET max_parallel_maintenance_workers = 2`)
  for (const { sql } of indexes) await client.query(sql)
  if (written >= rebuildIndexesFrom) await client.query('VACUUM ANALYZE')
}
