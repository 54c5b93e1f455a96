import type { Client } from 'pg'

/** Prompts whose search rows are written in one transaction. */
const step = 2_000
/** From so many missing rows on, the indexes are built anew at the end instead of being kept up row by row. */
const manyRows = 50_000

const indexes = ['title', 'document'].flatMap((column) =>
  ['en', 'es'].map((locale) => ({
    name: `prompt_search_${column}_${locale}`,
    sql: `CREATE INDEX IF NOT EXISTS prompt_search_${column}_${locale} ON prompt_search USING gin (${column}) WHERE locale = '${locale}'`,
  })),
)

const missing = `FROM prompt_text AS text WHERE NOT EXISTS (
  SELECT FROM prompt_search AS search WHERE search.prompt_id = text.prompt_id AND search.locale = text.locale)`

async function isFirstFilling(client: Client): Promise<boolean> {
  const { rows } =
    await client.query(`SELECT EXISTS (SELECT FROM prompt_search) AS filled, count(*) >= ${manyRows} AS many
    FROM (SELECT ${missing} LIMIT ${manyRows}) AS missing_rows`)
  return rows[0].many && !rows[0].filled
}

/**
 * Writes the search rows that imported texts lack, in steps that each commit; `progress` hears how many are written.
 * The first filling of an empty search drops its indexes before and makes them after; an interrupted one is made good
 * by the next import, whatever it imports.
 */
export async function writeSearchRows(client: Client, progress: (rows: number) => void): Promise<void> {
  if (await isFirstFilling(client))
    await client.query(`DROP INDEX IF EXISTS ${indexes.map(({ name }) => name).join(', ')}`)
  let written = 0
  let after = 0
  for (;;) {
    const { rows } = await client.query<{ last: number | null; count: number }>({
      name: 'write-search-rows',
      text: `WITH lacking AS (
          SELECT prompt_id, locale, title, short_description, content ${missing} AND text.prompt_id > $1 ORDER BY prompt_id LIMIT ${step}
        ), added AS (
          INSERT INTO prompt_search (prompt_id, locale, title, document)
          SELECT prompt_id, locale, to_tsvector(search_config(locale), title), search_document(locale, title, short_description, content)
            FROM lacking ON CONFLICT DO NOTHING
        ) SELECT max(prompt_id) - 1 AS last, count(*)::int AS count FROM lacking`,
      values: [after],
    })
    const [done] = rows
    if (!done?.count) break
    written += done.count
    // The last prompt's other languages may be in the next step.
    after = Math.max(after, done.last ?? after)
    progress(written)
  }
  await client.query(`SET maintenance_work_mem = '512MB'; SET max_parallel_maintenance_workers = 2`)
  for (const { sql } of indexes) await client.query(sql)
  if (written >= manyRows) await client.query('VACUUM ANALYZE')
}
