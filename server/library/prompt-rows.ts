import { adminPaths } from '#shared/admin/paths.ts'
import type { PromptRow, PromptRowFilter, PromptRowQuery } from '#shared/admin/library.ts'
import type { Locale } from '#shared/locale.ts'
import { forwardPage, keyset } from '../sql/cursor.ts'
import { prefixSearchQuery, searchQuery } from '../database/search-query.ts'
import { inTransaction, Prisma } from '../database/db.ts'
import type { ExecuteSql } from '../database/db.ts'
import { promptText, useCaseText } from './sql.ts'
import { isoTimestamp } from '../sql/json-rows.ts'

/** Maximum of ids read from the title index. With more matches, testing rows in list order soon fills a page. */
const maxTitles = 5_000

const run = async <Row>(executeSql: ExecuteSql, { text, values }: Prisma.Sql) =>
  (await executeSql(text, values)).rows as Row[]

/** SQL condition: the title contains all words, or the slug is equal. */
async function matchesWords(executeSql: ExecuteSql, q: string): Promise<Prisma.Sql> {
  const query = (locale: Locale) => {
    const words = prefixSearchQuery(q, locale) ?? searchQuery(q)
    return Prisma.sql`to_tsquery(search_config('${Prisma.raw(locale)}'), ${words.query})`
  }
  const titles = (locale: Locale) => Prisma.sql`
    SELECT prompt_id FROM prompt_search WHERE locale = '${Prisma.raw(locale)}' AND title @@ ${query(locale)}`
  const [found] = await run<{ ids: number[] }>(
    executeSql,
    Prisma.sql`
      SELECT coalesce(array_agg(DISTINCT prompt_id), '{}') AS ids FROM (
        (SELECT id AS prompt_id FROM prompt WHERE slug = ${q})
        UNION ALL (${titles('en')} LIMIT ${maxTitles + 1}) UNION ALL (${titles('es')} LIMIT ${maxTitles + 1})) AS found`,
  )
  const ids = found?.ids ?? []
  if (ids.length <= maxTitles) return Prisma.sql`prompt.id = ANY (${ids}::int[])`
  return Prisma.sql`(prompt.slug = ${q} OR EXISTS (SELECT FROM prompt_search AS search WHERE search.prompt_id = prompt.id
    AND (search.locale = 'en' AND search.title @@ ${query('en')} OR search.locale = 'es' AND search.title @@ ${query('es')}) OFFSET 0))`
}

export async function promptFilterCondition(executeSql: ExecuteSql, filter: PromptRowFilter): Promise<Prisma.Sql> {
  const { category, use_case, model, tag, tier, archived, missing } = filter
  const q = filter.q.trim()
  const lacks = missing === 'models' || missing === 'tags' ? missing.replace(/s$/, '_ids') : null
  const conditions = [
    q !== '' && (await matchesWords(executeSql, q)),
    category !== undefined &&
      Prisma.sql`use_case_id = ANY (ARRAY(SELECT id FROM use_case WHERE category_id = ${category}))`,
    use_case !== undefined && Prisma.sql`use_case_id = ${use_case}`,
    model !== undefined && Prisma.sql`model_ids @> ARRAY[${model}::int]`,
    tag !== undefined && Prisma.sql`tag_ids @> ARRAY[${tag}::int]`,
    tier !== undefined && Prisma.sql`required_tier = ${tier}::smallint`,
    archived === '1' && Prisma.sql`archived_at IS NOT NULL`,
    archived === '0' && Prisma.sql`archived_at IS NULL`,
    missing !== undefined &&
      (lacks ? Prisma.sql`${Prisma.raw(lacks)} = '{}'` : Prisma.sql`gaps @> ARRAY[${missing}]::text[]`),
  ]
  return Prisma.join([Prisma.sql`true`, ...conditions.filter((one) => one !== false)], ' AND ')
}

const answer = (locale: Locale) => Prisma.sql`json_build_object(
  'id', prompt.id, 'slug', prompt.slug, 'name', text.title, 'is_translated', EXISTS (
    SELECT FROM prompt_text AS spanish WHERE spanish.prompt_id = prompt.id AND spanish.locale = 'es'),
  'required_tier', prompt.required_tier, 'effective_tier', found.required_tier, 'is_archived', prompt.archived_at IS NOT NULL,
  'is_hidden_by_parent', (SELECT use_case.is_archived FROM every_use_case AS use_case WHERE use_case.id = prompt.use_case_id),
  'length_tag', prompt.length_tag, 'model_ids', prompt.model_ids, 'tag_ids', prompt.tag_ids,
  'gaps', coalesce(prompt.gaps, gaps_of(prompt.id), '{}'), 'rating_avg', prompt.rating_avg, 'rating_count', prompt.rating_count,
  'updated_at', ${isoTimestamp('prompt.updated_at')},
  'use_case', json_build_object('id', prompt.use_case_id, 'name',
    (SELECT words.title FROM ${useCaseText('prompt.use_case_id', locale)} AS words))) AS answer`

/** Lists prompts, newest first. It is no prepared statement, since the filters decide the plan. */
export function listPromptRows({ limit, cursor, ...filter }: PromptRowQuery, locale: Locale) {
  // Prompts of a use case have adjacent ids: a scan in order of ids may read all others first.
  const isTogether = filter.category !== undefined || filter.use_case !== undefined
  return forwardPage({
    keyset: keyset('prompt_rows', 'none', [isTogether ? 'id + 0' : 'id']),
    query: { limit, cursor },
    pathOf: (next) => adminPaths.api.library('prompts', { ...filter, ...next }),
    read: ({ after, by, most }) =>
      inTransaction(async (executeSql) => {
        const rows = await run<{ answer: PromptRow }>(
          executeSql,
          Prisma.sql`
        SELECT ${answer(locale)}
          FROM (SELECT * FROM prompt WHERE ${await promptFilterCondition(executeSql, filter)} AND ${after} ORDER BY ${by} LIMIT ${most}) AS prompt
          JOIN every_prompt AS found ON found.id = prompt.id
          JOIN ${promptText('prompt.id', locale)} AS text ON true ORDER BY prompt.id DESC`,
        )
        return rows.map((row) => row.answer)
      }),
  })
}
