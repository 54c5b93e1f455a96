import { z } from 'zod'
import { adminPaths } from '#shared/admin/paths.ts'
import type { LibraryNoun } from '#shared/admin/paths.ts'
import type { PipelineRowQuery } from '#shared/admin/pipelines.ts'
import type { CategoryRowQuery, NameListQuery, UseCaseRowQuery } from '#shared/admin/library.ts'
import type { Locale } from '#shared/locale.ts'
import { collations } from '../sql/collations.ts'
import { forwardPage } from '../sql/cursor.ts'
import { containsPattern, searchLinePatterns } from '../sql/like-patterns.ts'
import { Prisma } from '../database/db.ts'
import { categoryText, functionalText, pipelineText, promptSetText, tagText, useCaseText } from './sql.ts'
import { jsonRows } from '../sql/json-rows.ts'

const last = 2_147_483_647 // position of items without one
const isNamed = (name: Prisma.Sql, q: string) =>
  Prisma.sql`(${name} ILIKE ${containsPattern(q.trim())} OR search_line(${name}) LIKE ANY (${searchLinePatterns(q)}))`

/** SQL condition: the slug, or the name in any language, contains `q`. */
export function matchesSlugOrName(table: string, name: string, q: string): Prisma.Sql {
  if (q.trim() === '') return Prisma.sql`true`
  const [owner, column] = [Prisma.raw(table), Prisma.raw(name)]
  return Prisma.sql`(${owner}.slug ILIKE ${containsPattern(q.trim())} OR ${owner}.id IN (
    SELECT ${Prisma.raw(`${table}_id`)} FROM ${Prisma.raw(`${table}_text`)} WHERE ${isNamed(column, q)}))`
}

type List = {
  noun: LibraryNoun
  query: NameListQuery & Record<string, string | number | undefined>
  rows: Prisma.Sql // selects id, name, place and answer
  locale: Locale
}

type Keyed = { row: { id: number }; key: string }

async function listRows({ noun, query, rows, locale }: List) {
  const { limit, cursor, ...filter } = query
  const { results, next } = await forwardPage({
    keyset: {
      order: noun,
      key: z.string().regex(/^\d{1,10} /),
      columns: [Prisma.sql`place`, Prisma.sql`name ${collations[locale]}`, Prisma.sql`id`],
      valuesOf: ({ key, id }) => {
        const [, position, name] = /^(\d+) (.*)$/s.exec(key) ?? []
        return [Prisma.sql`${Number(position)}::bigint`, Prisma.sql`${name}`, Prisma.sql`${id}`]
      },
      direction: 'ASC',
    },
    query: { limit, cursor },
    keyOf: ({ row, key }: Keyed) => ({ key, id: row.id }),
    pathOf: (onward) => adminPaths.api.library(noun, { ...filter, ...onward }),
    read: ({ after, by, most }) =>
      jsonRows<Keyed>(Prisma.sql`
    SELECT json_build_object('row', answer, 'key', place || ' ' || name) AS answer FROM (${rows}) AS listed WHERE ${after}
     ORDER BY ${by} LIMIT ${most}`),
  })
  return { results: results.map(({ row }) => row), next }
}

const isTranslated = (table: string) => Prisma.sql`EXISTS (SELECT FROM ${Prisma.raw(`${table}_text`)} AS spanish
  WHERE spanish.${Prisma.raw(`${table}_id`)} = ${Prisma.raw(table)}.id AND spanish.locale = 'es')`
const named = (table: string) => Prisma.sql`'id', ${Prisma.raw(table)}.id, 'slug', ${Prisma.raw(table)}.slug,
  'is_translated', ${isTranslated(table)}`

export const listModels = (query: NameListQuery, locale: Locale) =>
  listRows({
    noun: 'models',
    query,
    locale,
    rows: Prisma.sql`
      SELECT id, name, 0 AS place, json_build_object('id', id, 'slug', slug, 'name', name) AS answer FROM model
       WHERE ${isNamed(Prisma.sql`name`, query.q)} OR slug ILIKE ${containsPattern(query.q.trim())}`,
  })

export const listTags = (query: NameListQuery, locale: Locale) =>
  listRows({
    noun: 'tags',
    query,
    locale,
    rows: Prisma.sql`
      SELECT tag.id, text.name, 0 AS place, json_build_object(${named('tag')}, 'name', text.name) AS answer
        FROM tag JOIN ${tagText('tag.id', locale)} AS text ON true WHERE ${matchesSlugOrName('tag', 'name', query.q)}`,
  })

export const listGroups = (query: NameListQuery, locale: Locale) =>
  listRows({
    noun: 'groups',
    query,
    locale,
    rows: Prisma.sql`
      SELECT functional_group.id, text.name, 0 AS place, json_build_object(${named('functional_group')}, 'name', text.name,
               'category_count', (SELECT count(*) FROM category WHERE functional_group_id = functional_group.id)) AS answer
        FROM functional_group JOIN ${functionalText('functional_group.id', locale)} AS text ON true
       WHERE ${matchesSlugOrName('functional_group', 'name', query.q)}`,
  })

function partsOf(
  table: string,
  { tier, archived, translated }: Pick<CategoryRowQuery, 'tier' | 'archived' | 'translated'>,
) {
  const of = Prisma.raw(table)
  return Prisma.join(
    [
      Prisma.sql`true`,
      ...(tier === undefined ? [] : [Prisma.sql`${of}.required_tier = ${tier}`]),
      ...(archived === undefined ? [] : [Prisma.sql`(${of}.archived_at IS NOT NULL) = ${archived === '1'}`]),
      ...(translated === undefined ? [] : [Prisma.sql`${isTranslated(table)} = ${translated === '1'}`]),
    ],
    ' AND ',
  )
}

export const listCategoryRows = (query: CategoryRowQuery, locale: Locale) =>
  listRows({
    noun: 'categories',
    query,
    locale,
    rows: Prisma.sql`
      SELECT category.id, text.name, coalesce(category.position, ${last}::int) AS place, json_build_object(${named('category')}, 'name', text.name,
               'required_tier', category.required_tier, 'effective_tier', category.required_tier, 'is_archived', category.archived_at IS NOT NULL,
               'is_hidden_by_parent', false, 'position', category.position, 'functional_group_id', category.functional_group_id,
               'use_case_count', (SELECT count(*) FROM use_case WHERE category_id = category.id)) AS answer
        FROM category JOIN ${categoryText('category.id', locale)} AS text ON true
       WHERE ${matchesSlugOrName('category', 'name', query.q)} AND ${partsOf('category', query)}
         ${query.group === undefined ? Prisma.empty : Prisma.sql`AND category.functional_group_id = ${query.group}`}`,
  })

export const listUseCaseRows = (query: UseCaseRowQuery, locale: Locale) =>
  listRows({
    noun: 'use-cases',
    query,
    locale,
    rows: Prisma.sql`
      SELECT use_case.id, text.title AS name,
             ${query.category === undefined ? Prisma.sql`0` : Prisma.sql`coalesce(use_case.position, ${last}::int)`} AS place,
             json_build_object(${named('use_case')}, 'name', text.title, 'required_tier', use_case.required_tier,
               'effective_tier', greatest(use_case.required_tier, category.required_tier), 'is_archived', use_case.archived_at IS NOT NULL,
               'is_hidden_by_parent', category.archived_at IS NOT NULL, 'position', use_case.position,
               'category', json_build_object('id', category.id, 'name', category_words.name),
               'prompt_count', (SELECT coalesce(sum(prompts), 0) FROM prompt_count WHERE use_case_id = use_case.id)) AS answer
        FROM use_case JOIN category ON category.id = category_id JOIN ${useCaseText('use_case.id', locale)} AS text ON true
        JOIN ${categoryText('category.id', locale)} AS category_words ON true
       WHERE ${matchesSlugOrName('use_case', 'title', query.q)} AND ${partsOf('use_case', query)}
         ${query.category === undefined ? Prisma.empty : Prisma.sql`AND use_case.category_id = ${query.category}`}`,
  })

export const listSetRows = (query: NameListQuery, locale: Locale) =>
  listRows({
    noun: 'sets',
    query,
    locale,
    rows: Prisma.sql`
      SELECT prompt_set.id, '' AS name, coalesce(prompt_set.position, ${last}::int) AS place,
             json_build_object(${named('prompt_set')}, 'name', text.title, 'shelf', shelf, 'is_archived', prompt_set.archived_at IS NOT NULL, 'position', prompt_set.position,
               'prompt_count', cardinality(prompt_ids)) AS answer
        FROM prompt_set JOIN ${promptSetText('prompt_set.id', locale)} AS text ON true
       WHERE ${matchesSlugOrName('prompt_set', 'title', query.q)}`,
  })

export const listPipelineRows = (query: PipelineRowQuery, locale: Locale) =>
  listRows({
    noun: 'pipelines',
    query,
    locale,
    rows: Prisma.sql`
      SELECT pipeline.id, '' AS name, coalesce(pipeline.position, ${last}::int) AS place, json_build_object(${named('pipeline')}, 'name', text.title,
               'required_tier', pipeline.required_tier, 'effective_tier', greatest(pipeline.required_tier, step.required_tier),
               'is_archived', pipeline.archived_at IS NOT NULL, 'is_hidden_by_prompt', coalesce(step.is_archived, true),
               'position', pipeline.position, 'step_count', step.count) AS answer
        FROM pipeline JOIN ${pipelineText('pipeline.id', locale)} AS text ON true, LATERAL (
          SELECT max(prompt.required_tier) AS required_tier, bool_or(prompt.is_archived) AS is_archived, count(*) AS count
            FROM pipeline_step JOIN every_prompt AS prompt ON prompt.id = prompt_id WHERE pipeline_id = pipeline.id) AS step
       WHERE ${matchesSlugOrName('pipeline', 'title', query.q)} AND ${partsOf('pipeline', query)}`,
  })
