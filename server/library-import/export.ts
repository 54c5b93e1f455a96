import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { databaseUrl } from '../database/db.ts'
import { DatabaseClient } from '../database/database-client.ts'
import type { RowType } from './import-rows.ts'

const texts = (owner: string, columns: string[]) => `(
  SELECT json_object_agg(locale, json_build_object(${columns.map((column) => `'${column}', ${column}`).join(', ')}))
    FROM ${owner}_text AS text WHERE text.${owner}_id = ${owner}.id) AS texts`
const slugs = (table: string, ids: string) => `(
  SELECT coalesce(json_agg(named.slug ORDER BY place), '[]') FROM unnest(${ids}) WITH ORDINALITY AS listed (id, place) JOIN ${table} AS named USING (id))`

const archived = `CASE WHEN archived_at IS NOT NULL THEN true END AS archived` // null is left out
const shelved = `${archived}, position`

/** Export statements of all row types, in the order in which an import needs the rows. */
export const exportStatements: Record<RowType, string> = {
  model: `SELECT 'model' AS type, slug, name FROM model ORDER BY id`,
  tag: `SELECT 'tag' AS type, slug, ${texts('tag', ['name'])} FROM tag ORDER BY id`,
  functional: `SELECT 'functional' AS type, slug, ${slugs('model', 'model_ids')} AS models, ${texts('functional_group', ['name'])} FROM functional_group ORDER BY id`,
  category: `SELECT 'category' AS type, slug, (SELECT slug FROM functional_group WHERE functional_group.id = functional_group_id) AS functional,
          required_tier, ${shelved}, ${texts('category', ['name', 'description', 'warning_text'])} FROM category ORDER BY id`,
  use_case: `SELECT 'use_case' AS type, slug, (SELECT slug FROM category WHERE category.id = category_id) AS category,
          required_tier, ${shelved}, ${texts('use_case', ['title'])} FROM use_case ORDER BY id`,
  prompt: `SELECT 'prompt' AS type, slug, (SELECT slug FROM use_case WHERE use_case.id = use_case_id) AS use_case, required_tier, length_tag,
          ${slugs('model', 'model_ids')} AS models, ${slugs('tag', 'tag_ids')} AS tags, created_at, ${archived},
          nullif(test_records, '[]') AS test_records,
          ${texts('prompt', ['title', 'short_description', 'content', 'how_to_use', 'known_issues', 'example', 'example_values', 'labels'])} FROM prompt ORDER BY id`,
  pipeline: `SELECT 'pipeline' AS type, slug, required_tier, ${shelved}, created_at, ${texts('pipeline', ['title', 'short_description', 'how_to_use'])}, (
     SELECT json_agg(json_build_object('prompt', (SELECT slug FROM prompt WHERE prompt.id = prompt_id), 'texts', (
              SELECT json_object_agg(locale, json_build_object('hand_on', hand_on, 'inputs', inputs) ORDER BY locale)
                FROM pipeline_step_text AS text WHERE text.pipeline_id = step.pipeline_id AND text.position = step.position)) ORDER BY step.position)
       FROM pipeline_step AS step WHERE step.pipeline_id = pipeline.id) AS steps FROM pipeline ORDER BY id`,
  prompt_set: `SELECT 'prompt_set' AS type, slug, shelf, ${shelved}, ${slugs('prompt', 'prompt_ids')} AS prompts,
          ${texts('prompt_set', ['title'])} FROM prompt_set ORDER BY id`,
}

type Text = Record<string, unknown>
type Exported = { texts?: Partial<Record<Locale, Text>> } & Record<string, unknown>

const withoutEmpty = (text: Text): Text =>
  Object.fromEntries(
    Object.entries(text).filter(
      ([, value]) => typeof value !== 'object' || value === null || Object.keys(value).length > 0,
    ),
  )

function line(row: Exported): string {
  const { texts: translated, archived: isArchived, position, test_records, ...others } = row
  const fields = {
    ...others,
    ...(isArchived === true && { archived: true }),
    ...(typeof position === 'number' && { position }),
    ...(Array.isArray(test_records) && { test_records }),
  }
  const inOrder =
    translated &&
    Object.fromEntries(
      locales.flatMap((locale) => (translated[locale] ? [[locale, withoutEmpty(translated[locale])]] : [])),
    )
  return `${JSON.stringify(inOrder ? { ...fields, texts: inOrder } : fields)}\n`
}

/** Exports the library from one snapshot. The memory used does not grow with the library. */
export async function* exportLibrary(url = databaseUrl): AsyncGenerator<string> {
  const client = new DatabaseClient({ connectionString: url })
  client.on('error', () => {}) // the next statement throws the error
  await client.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    for (const statement of Object.values(exportStatements)) {
      await client.query(`DECLARE listed NO SCROLL CURSOR FOR ${statement}`)
      for (;;) {
        const { rows } = await client.query<Exported>('FETCH 500 FROM listed')
        if (rows.length === 0) break
        yield rows.map(line).join('')
      }
      await client.query('CLOSE listed')
    }
  } finally {
    await client.end()
  }
}
