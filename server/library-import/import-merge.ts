import type { Client } from 'pg'
import { locales } from '#shared/locale.ts'
import { mergePipelineParts } from '../library/pipeline-parts.ts'
import type { RowOf, RowType } from './import-rows.ts'

type Columns = Record<string, string>
type Row = Record<string, unknown>

const names = (columns: Columns, prefix = '') =>
  Object.keys(columns)
    .map((name) => prefix + name)
    .join(', ')
const record = (columns: Columns) =>
  Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')
const assignments = (columns: Columns) =>
  Object.keys(columns)
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')

function upsertSql(table: string, columns: Columns): string {
  const { slug: _slug, ...others } = columns
  return `INSERT INTO ${table} (${names(columns)}) SELECT ${names(columns)} FROM json_to_recordset($1::json) AS row (${record(columns)})
    ON CONFLICT (slug) DO UPDATE SET ${assignments(others)}
    WHERE row(${names(others, `${table}.`)}) IS DISTINCT FROM row(${names(others, 'excluded.')}) RETURNING slug`
}

function upsertTextsSql(table: string, owner: string, columns: Columns): string {
  const key = `${owner}_id`
  return `INSERT INTO ${table} (${key}, locale, ${names(columns)})
    SELECT ${owner}.id, row.locale, ${names(columns, 'row.')}
      FROM json_to_recordset($1::json) AS row (slug text, locale locale, ${record(columns)}) JOIN ${owner} USING (slug)
    ON CONFLICT (${key}, locale) DO UPDATE SET ${assignments(columns)}
    WHERE row(${names(columns, `${table}.`)}) IS DISTINCT FROM row(${names(columns, 'excluded.')})
    RETURNING (SELECT slug FROM ${owner} WHERE ${owner}.id = ${key}) AS slug`
}

const removeTextsSql = (table: string, owner: string) => `
  DELETE FROM ${table} USING ${owner} WHERE ${owner}.id = ${table}.${owner}_id AND ${owner}.slug = ANY($1)
    AND NOT EXISTS (SELECT FROM json_to_recordset($2::json) AS row (slug text, locale locale)
                     WHERE row.slug = ${owner}.slug AND row.locale = ${table}.locale)
  RETURNING ${owner}.slug`

const shelveSql = (table: string) => `
  UPDATE ${table} SET archived_at = CASE WHEN coalesce(row.archived, archived_at IS NOT NULL) THEN coalesce(archived_at, now()) END,
         position = coalesce(row.position, ${table}.position)
    FROM json_to_recordset($1::json) AS row (slug text, archived boolean, position int)
   WHERE ${table}.slug = row.slug AND (archived_at IS NOT NULL, ${table}.position)
         IS DISTINCT FROM (coalesce(row.archived, archived_at IS NOT NULL), coalesce(row.position, ${table}.position))
  RETURNING ${table}.slug`

export function textRows(rows: readonly { slug: string; texts: Partial<Record<string, object>> }[]): Row[] {
  return rows.flatMap(({ slug, texts }) =>
    locales.flatMap((locale) => (texts[locale] ? [{ slug, locale, ...texts[locale] }] : [])),
  )
}

type SmallType = Exclude<RowType, 'prompt'>
type Table = {
  table: string
  columns: Columns
  texts?: Columns
  mergeParts?: typeof mergePipelineParts // returns the slugs of changed rows
}
const tables: Record<SmallType, Table> = {
  model: { table: 'model', columns: { slug: 'text', name: 'text' } },
  tag: { table: 'tag', columns: { slug: 'text' }, texts: { name: 'text' } },
  functional: { table: 'functional_group', columns: { slug: 'text', model_ids: 'int[]' }, texts: { name: 'text' } },
  category: {
    table: 'category',
    columns: { slug: 'text', functional_group_id: 'int', required_tier: 'int' },
    texts: { name: 'text', description: 'text', warning_text: 'text' },
  },
  use_case: {
    table: 'use_case',
    columns: { slug: 'text', category_id: 'int', required_tier: 'int' },
    texts: { title: 'text' },
  },
  prompt_set: {
    table: 'prompt_set',
    columns: { slug: 'text', shelf: 'prompt_set_shelf', prompt_ids: 'int[]' },
    texts: { title: 'text' },
  },
  pipeline: {
    table: 'pipeline',
    columns: { slug: 'text', required_tier: 'int' },
    texts: { title: 'text', short_description: 'text', how_to_use: 'text' },
    mergeParts: mergePipelineParts,
  },
}

export type MergeCounts = { added: number; changed: number }

export async function mergeNonPromptRows(
  client: Client,
  type: SmallType,
  rows: (Row & { slug: string })[],
): Promise<MergeCounts> {
  const { table, columns, texts, mergeParts } = tables[type]
  const slugs = rows.map(({ slug }) => slug)
  const slugsOf = async (sql: string, values: unknown[]) =>
    (await client.query<{ slug: string }>(sql, values)).rows.map(({ slug }) => slug)
  const former = new Set(await slugsOf(`SELECT slug FROM ${table} WHERE slug = ANY ($1)`, [slugs]))
  const rowsJson = JSON.stringify(rows)
  const onlySlug = Object.keys(columns).length === 1
  const touched = await slugsOf(
    onlySlug
      ? `INSERT INTO ${table} (slug) SELECT slug FROM json_to_recordset($1::json) AS row (slug text) ON CONFLICT DO NOTHING RETURNING slug`
      : upsertSql(table, columns),
    [rowsJson],
  )
  if (rows.some(({ archived, position }) => archived !== undefined || position !== undefined))
    touched.push(...(await slugsOf(shelveSql(table), [rowsJson])))
  if (texts) {
    const translated = JSON.stringify(textRows(rows as unknown as { slug: string; texts: Record<string, object> }[]))
    touched.push(...(await slugsOf(removeTextsSql(`${table}_text`, table), [slugs, translated])))
    touched.push(...(await slugsOf(upsertTextsSql(`${table}_text`, table, texts), [translated])))
  }
  if (mergeParts) touched.push(...(await mergeParts(slugsOf, rowsJson)))
  const changed = new Set(touched.filter((slug) => former.has(slug)))
  return { added: slugs.length - former.size, changed: changed.size }
}

/** Prompt to merge. A null field keeps its stored value. */
export type MergedPrompt = Pick<RowOf<'prompt'>, 'slug' | 'required_tier' | 'length_tag'> & {
  use_case_id: number
  model_ids: number[] | null
  tag_ids: number[] | null
  created_at: string | null
  test_records: object[] | null
  archived: boolean | null
  gaps: string[] // result of `gaps_of`, computed here instead of by the trigger
  texts: Partial<Record<string, object>>
}

const promptsSql = `
  WITH incoming AS MATERIALIZED (
    SELECT * FROM ROWS FROM (json_to_recordset($1::json) AS (
      slug text, use_case_id int, required_tier int, length_tag length_tag, model_ids int[], tag_ids int[], created_at timestamptz(3),
      archived boolean, gaps text[], test_records jsonb
    )) WITH ORDINALITY AS row (slug, use_case_id, required_tier, length_tag, model_ids, tag_ids, created_at, archived, gaps, test_records, place)
  ), existing AS MATERIALIZED (
    SELECT prompt.id, incoming.* FROM incoming JOIN prompt USING (slug)
  ), added AS (
    INSERT INTO prompt (slug, use_case_id, required_tier, length_tag, model_ids, tag_ids, created_at, archived_at, gaps, test_records)
    SELECT slug, use_case_id, required_tier, length_tag, coalesce(model_ids, '{}'), coalesce(tag_ids, '{}'), coalesce(created_at, now()),
           CASE WHEN archived THEN now() END, gaps, coalesce(test_records, '[]')
      FROM incoming WHERE NOT EXISTS (SELECT FROM existing WHERE existing.slug = incoming.slug) ORDER BY place
    RETURNING id, slug
  ), texts AS MATERIALIZED (
    SELECT target.id AS prompt_id, row.*
      FROM json_to_recordset($2::json) AS row (slug text, locale locale, title text, short_description text, content text, how_to_use text, known_issues text, example text, example_values jsonb, labels jsonb)
      JOIN (SELECT id, slug FROM added UNION ALL SELECT id, slug FROM existing) AS target USING (slug)
  ), reworded AS (
    UPDATE prompt_text SET title = texts.title, content = texts.content,
           short_description = coalesce(texts.short_description, prompt_text.short_description),
           how_to_use = coalesce(texts.how_to_use, prompt_text.how_to_use),
           known_issues = coalesce(texts.known_issues, prompt_text.known_issues),
           example = coalesce(texts.example, prompt_text.example),
           example_values = coalesce(texts.example_values, prompt_text.example_values),
           labels = coalesce(texts.labels, prompt_text.labels)
      FROM texts WHERE prompt_text.prompt_id = texts.prompt_id AND prompt_text.locale = texts.locale
       AND row(prompt_text.title, prompt_text.content, prompt_text.short_description, prompt_text.how_to_use, prompt_text.known_issues,
           prompt_text.example, prompt_text.example_values, prompt_text.labels)
           IS DISTINCT FROM row(texts.title, texts.content, coalesce(texts.short_description, prompt_text.short_description),
                                coalesce(texts.how_to_use, prompt_text.how_to_use), coalesce(texts.known_issues, prompt_text.known_issues),
                                coalesce(texts.example, prompt_text.example), coalesce(texts.example_values, prompt_text.example_values),
                                coalesce(texts.labels, prompt_text.labels))
    RETURNING prompt_text.prompt_id
  ), translated AS (
    INSERT INTO prompt_text (prompt_id, locale, title, short_description, content, how_to_use, known_issues, example, example_values, labels)
    SELECT prompt_id, locale, title, coalesce(short_description, ''), content, coalesce(how_to_use, ''), coalesce(known_issues, ''), coalesce(example, ''), coalesce(example_values, '{}'), coalesce(labels, '{}')
      FROM texts WHERE NOT EXISTS (SELECT FROM prompt_text AS known WHERE known.prompt_id = texts.prompt_id AND known.locale = texts.locale)
    RETURNING prompt_id
  ), dropped AS (
    DELETE FROM prompt_text USING existing WHERE $3 AND prompt_text.prompt_id = existing.id
       AND NOT EXISTS (SELECT FROM texts WHERE texts.prompt_id = prompt_text.prompt_id AND texts.locale = prompt_text.locale)
    RETURNING prompt_id
  ), retold AS MATERIALIZED (
    SELECT prompt_id FROM reworded UNION SELECT prompt_id FROM translated UNION SELECT prompt_id FROM dropped
  ), changed AS (
    UPDATE prompt SET use_case_id = existing.use_case_id, required_tier = existing.required_tier, length_tag = existing.length_tag,
           model_ids = coalesce(existing.model_ids, prompt.model_ids), tag_ids = coalesce(existing.tag_ids, prompt.tag_ids),
           test_records = coalesce(existing.test_records, prompt.test_records),
           created_at = coalesce(existing.created_at, prompt.created_at), updated_at = now(),
           archived_at = CASE WHEN coalesce(existing.archived, archived_at IS NOT NULL) THEN coalesce(archived_at, now()) END
      FROM existing WHERE prompt.id = existing.id
       AND (row(prompt.use_case_id, prompt.required_tier, prompt.length_tag, prompt.model_ids, prompt.tag_ids, prompt.created_at,
                prompt.test_records, archived_at IS NOT NULL)
           IS DISTINCT FROM row(existing.use_case_id, existing.required_tier, existing.length_tag, coalesce(existing.model_ids, prompt.model_ids),
                                coalesce(existing.tag_ids, prompt.tag_ids), coalesce(existing.created_at, prompt.created_at),
                                coalesce(existing.test_records, prompt.test_records), coalesce(existing.archived, archived_at IS NOT NULL))
         OR prompt.id IN (SELECT prompt_id FROM retold))
    RETURNING prompt.id
  )
  SELECT (SELECT count(*) FROM added)::int AS added, (SELECT count(*) FROM changed)::int AS changed`

/** Row locks in order of id, as used by all who change many prompts. */
const lockSql = `SELECT FROM prompt WHERE slug = ANY ($1) ORDER BY id FOR NO KEY UPDATE`

/** Merges prompts in one statement, so that no reader sees a prompt without texts. Expects unique slugs. */
export async function mergePrompts(client: Client, rows: MergedPrompt[], replace: boolean): Promise<MergeCounts> {
  await client.query({ name: 'lock-prompts', text: lockSql, values: [rows.map(({ slug }) => slug)] })
  const { rows: counts } = await client.query({
    name: 'merge-prompts',
    text: promptsSql,
    values: [JSON.stringify(rows.map(({ texts: _texts, ...row }) => row)), JSON.stringify(textRows(rows)), replace],
  })
  return counts[0]
}
