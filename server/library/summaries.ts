import type { ModelCount, PopularPrompt } from '#shared/library/start-here.ts'
import type { PromptTitle, PromptTitles } from '#shared/library/titles.ts'
import type { Locale } from '#shared/locale.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { db, Prisma, queryRows } from '../database/db.ts'
import { jsonRows } from '../sql/json-rows.ts'
import { outlinedText } from './prompt-cards.ts'
import { functionalGroupJson, promptText } from './sql.ts'

const maxPopular = 6
const copyDays = 7
const maxCandidates = 1_000
const maxLatest = 60

/** Chooses free prompts: by copies, then from sets by rating, then the latest. Prefers different functional groups. */
async function choosePopular(): Promise<number[]> {
  const rows = await queryRows<{ id: number }>(Prisma.sql`
    WITH copied AS (
      SELECT prompt_id, sum(count) AS copies FROM prompt_copies
       WHERE day > (now() AT TIME ZONE 'UTC')::date - ${copyDays}::int
       GROUP BY prompt_id ORDER BY copies DESC, prompt_id LIMIT ${maxCandidates}
    ), latest AS (
      SELECT prompt.id, extract(epoch FROM prompt.created_at) AS created FROM prompt
       WHERE prompt.archived_at IS NULL AND prompt.required_tier = 0 ORDER BY prompt.created_at DESC, prompt.id DESC LIMIT ${maxLatest}
    ), candidate AS (
      SELECT prompt_id AS id, 0 AS source, copies AS score FROM copied
      UNION ALL SELECT chosen.id, 1, NULL FROM prompt_set, unnest(prompt_ids) AS chosen (id) WHERE prompt_set.archived_at IS NULL
      UNION ALL SELECT latest.id, 2, latest.created FROM latest
    ), best AS (
      SELECT DISTINCT ON (prompt.id) prompt.id, prompt.functional_group_id, source, coalesce(score, prompt.rating_avg::numeric, 0) AS score
        FROM candidate JOIN effective_prompt AS prompt ON prompt.id = candidate.id
       WHERE prompt.required_tier = 0 ORDER BY prompt.id, source
    )
    SELECT id FROM (
      SELECT id, source, score, row_number() OVER (PARTITION BY functional_group_id ORDER BY source, score DESC, id) AS round FROM best) AS ranked
     ORDER BY round, source, score DESC, id LIMIT ${maxPopular}`)
  return rows.map(({ id }) => id)
}

type ModelCounts = Record<string, number>

async function countPromptsByModel(): Promise<ModelCounts> {
  const rows = await queryRows<{ id: number; count: number }>(Prisma.sql`
    SELECT counted.id, sum(prompts)::int AS count FROM (
      SELECT model_ids, count(*) AS prompts FROM prompt JOIN effective_use_case AS use_case ON use_case.id = use_case_id
       WHERE archived_at IS NULL GROUP BY model_ids) AS combination, unnest(model_ids) AS counted (id) GROUP BY counted.id`)
  return Object.fromEntries(rows.map(({ id, count }) => [id, count]))
}

const computeSummary = { popular: choosePopular, model_counts: countPromptsByModel }
type Name = keyof typeof computeSummary
type Summary<Of extends Name> = Awaited<ReturnType<(typeof computeSummary)[Of]>>

export async function writeSummaries(): Promise<void> {
  for (const [name, compute] of Object.entries(computeSummary)) {
    const value = await compute()
    if (Object.keys(value).length > 0)
      await db.$executeRaw`
        INSERT INTO library_summary (name, value) VALUES (${name}, ${JSON.stringify(value)}::jsonb)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE library_summary.value <> excluded.value`
  }
}

/** Returns a stored summary, or computes it if there is none yet. */
async function readSummary<Of extends Name>(name: Of): Promise<Tagged<Summary<Of>>> {
  const stored = await db.librarySummary.findUnique({ where: { name } })
  if (stored) return { value: stored.value as Summary<Of>, cacheTags: [cacheTags.librarySummary] }
  const value = (await computeSummary[name]()) as Summary<Of>
  return { value, cacheTags: [cacheTags.librarySummary, cacheTags.promptCounts, cacheTags.sets] }
}

type FoundPrompt = PopularPrompt & { id: number; use_case_id: number; category_id: number }

/** Lists popular free prompts with their texts. One that is no longer free or public is left out. */
export async function listPopular(locale: Locale): Promise<Tagged<PopularPrompt[]>> {
  const summary = await readSummary('popular')
  const found = await jsonRows<FoundPrompt>(Prisma.sql`
    SELECT json_build_object('id', prompt.id, 'use_case_id', prompt.use_case_id, 'category_id', prompt.category_id,
             'slug', prompt.slug, 'title', text.title, 'required_tier', prompt.required_tier, 'content', text.content,
             'inputs', coalesce(outline.inputs[1:3], '{}'),
             'category', json_build_object('functional', ${functionalGroupJson('prompt.functional_group_id', locale)})) AS answer
      FROM unnest(${summary.value}::int[]) WITH ORDINALITY AS popular (id, place)
      JOIN effective_prompt AS prompt ON prompt.id = popular.id JOIN ${outlinedText('prompt.id', locale)}
     WHERE prompt.required_tier = 0 ORDER BY popular.place`)
  const tags = found.flatMap(({ id, use_case_id, category_id }) => [
    cacheTags.prompt(id),
    cacheTags.useCase(use_case_id),
    cacheTags.category(category_id),
  ])
  const value = found.map(({ id: _id, use_case_id: _useCaseId, category_id: _categoryId, ...prompt }) => prompt)
  return { value, cacheTags: [...new Set([cacheTags.taxonomy, ...summary.cacheTags, ...tags])] }
}

export async function listModelCounts(): Promise<Tagged<ModelCount[]>> {
  const { value: counts, cacheTags: tags } = await readSummary('model_counts')
  const models = await db.model.findMany({ select: { id: true, slug: true, name: true }, orderBy: { id: 'asc' } })
  const value = models.flatMap(({ id, ...model }) => (counts[id] ? [{ ...model, prompt_count: counts[id] }] : []))
  return { value: value.toSorted((a, b) => b.prompt_count - a.prompt_count), cacheTags: [cacheTags.taxonomy, ...tags] }
}

const maxTitles = 5_000
/** Characters of the response. Compressed, they are at most 40 KiB. */
const maxCharacters = 125_000

const lengthOf = (item: object) => JSON.stringify(item).length

/** Leaves out the last titles, and descriptions, that exceed the maximum. */
function fit(rows: Required<PromptTitle>[]): PromptTitle[] {
  let left = maxCharacters
  const listed = rows.filter((row) => (left -= lengthOf({ ...row, short_description: undefined })) >= 0)
  return listed.map(({ short_description, ...title }) => {
    left -= lengthOf({ short_description })
    return left >= 0 ? { ...title, short_description } : title
  })
}

export async function listTitles(locale: Locale): Promise<Tagged<PromptTitles>> {
  const rows = await jsonRows<Required<PromptTitle>>(Prisma.sql`
    SELECT json_build_object('slug', prompt.slug, 'title', text.title, 'short_description', text.short_description,
             'required_tier', required_tier) AS answer
      FROM (SELECT id, created_at FROM prompt WHERE archived_at IS NULL
             ORDER BY created_at DESC, id DESC LIMIT ${maxTitles}) AS latest
      JOIN effective_prompt AS prompt USING (id) JOIN ${promptText('prompt.id', locale)} AS text ON true
     ORDER BY latest.created_at DESC, prompt.id DESC`)
  const tags = [cacheTags.categories, cacheTags.useCases, cacheTags.promptDates]
  return { value: { results: fit(rows) }, cacheTags: tags }
}
