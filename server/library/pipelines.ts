import type { Locale } from '#shared/locale.ts'
import { checkInputs } from '#shared/library/pipelines.ts'
import type {
  Pipeline,
  PipelineCard,
  PipelineList,
  PipelineListQuery,
  PipelineStep,
} from '#shared/library/pipelines.ts'
import { placeholderLabels, readTemplate } from '#shared/library/placeholders.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { searchQuery } from '../database/search-query.ts'
import { batchedByLocale, Prisma } from '../database/db.ts'
import { searchLinePatterns } from '../sql/like-patterns.ts'
import { notFound, tierRequiredProblem } from '../problem.ts'
import { functionalGroupJson, pipelineText } from './sql.ts'
import { jsonRows } from '../sql/json-rows.ts'

/** SQL: the row in the language of the pipeline's `text`, else in English. */
const inItsLanguage = (table: 'prompt_text' | 'pipeline_step_text', owner: Prisma.Sql) => Prisma.sql`LATERAL (
  SELECT * FROM ${Prisma.raw(table)} AS any_language WHERE ${owner} AND locale IN (text.locale, 'en')
   ORDER BY locale = text.locale DESC LIMIT 1)`

/** SQL arguments of json_build_object, with `effective_pipeline` as `pipeline`. */
const card = (locale: Locale) => Prisma.sql`'id', pipeline.id, 'slug', pipeline.slug, 'title', text.title,
  'short_description', text.short_description, 'required_tier', pipeline.required_tier, 'content_locale', text.locale,
  'functional', ${functionalGroupJson('pipeline.functional_group_id', locale)},
  'prompts', (SELECT json_agg(json_build_object('slug', prompt.slug, 'title', words.title) ORDER BY step.position)
                FROM pipeline_step AS step JOIN prompt ON prompt.id = prompt_id
                JOIN ${inItsLanguage('prompt_text', Prisma.sql`prompt_id = prompt.id`)} AS words ON true
               WHERE pipeline_id = pipeline.id)`

const steps = Prisma.sql`(
  SELECT json_agg(json_build_object(
           'prompt', json_build_object('slug', prompt.slug, 'title', words.title, 'short_description', words.short_description),
           'content', words.content, 'labels', words.labels, 'hand_on', step_text.hand_on, 'inputs', step_text.inputs) ORDER BY step.position)
    FROM pipeline_step AS step JOIN prompt ON prompt.id = prompt_id
    JOIN ${inItsLanguage('prompt_text', Prisma.sql`prompt_id = prompt.id`)} AS words ON true
    JOIN ${inItsLanguage('pipeline_step_text', Prisma.sql`pipeline_id = step.pipeline_id AND position = step.position`)} AS step_text ON true
   WHERE step.pipeline_id = pipeline.id)`

type MadeFrom = { prompt: number; use_case: number; category: number }[]
const madeFrom = Prisma.sql`(
  SELECT json_agg(json_build_object('prompt', prompt.id, 'use_case', use_case_id, 'category', category_id))
    FROM pipeline_step JOIN every_prompt AS prompt ON prompt.id = prompt_id WHERE pipeline_id = pipeline.id)`

/** Row of a pipeline. Texts are null if the tier does not include them, so that no later code can send them. */
type Found = Omit<Pipeline, 'steps'> & { steps: PipelineStep[] | null; made_from: MadeFrom }

const findPipeline = batchedByLocale<{ slug: string; tier: number }, Found>(
  { slug: 'text', tier: 'int' },
  (locale) => Prisma.sql`
    SELECT json_build_object(${card(locale)}, 'made_from', ${madeFrom},
             'how_to_use', CASE WHEN pipeline.required_tier <= asked.tier THEN text.how_to_use END,
             'steps', CASE WHEN pipeline.required_tier <= asked.tier THEN ${steps} END) AS answer
      FROM effective_pipeline AS pipeline JOIN ${pipelineText('pipeline.id', locale)} AS text ON true
     WHERE pipeline.slug = asked.slug`,
)

/** Removes inputs whose placeholder the prompt no longer has. */
function preparedSteps(found: PipelineStep[]): PipelineStep[] {
  const inputs = checkInputs(
    found.map((step) => ({ names: readTemplate(step.content).fields.map(({ name }) => name), inputs: step.inputs })),
  )
  return found.map((step, at) => ({
    ...step,
    labels: placeholderLabels(step.content, step.labels),
    inputs: inputs[at]?.sound ?? {},
  }))
}

export async function getPipelineForTier(slug: string, locale: Locale, tier: number): Promise<Tagged<Pipeline>> {
  const found = await findPipeline({ slug, tier }, locale)
  if (!found) throw notFound()
  const { steps: opened, made_from, ...pipeline } = found
  const parents = made_from.flatMap(({ prompt, use_case, category }) => [
    cacheTags.prompt(prompt),
    cacheTags.useCase(use_case),
    cacheTags.category(category),
  ])
  const tags = [cacheTags.taxonomy, cacheTags.pipeline(pipeline.id), ...new Set(parents)]
  if (opened === null) throw tierRequiredProblem(pipeline.required_tier, pipeline, tags)
  return { value: { ...pipeline, steps: preparedSteps(opened) }, cacheTags: tags }
}

const maxWords = 16

const searchedText = Prisma.sql`, LATERAL (
    SELECT concat_ws(' ', text.title, text.short_description, string_agg(words.title, ' ')) AS words
      FROM pipeline_step AS step
      JOIN ${inItsLanguage('prompt_text', Prisma.sql`prompt_id = step.prompt_id`)} AS words ON true
     WHERE step.pipeline_id = pipeline.id) AS said`

type TextMatch = { searchedText: Prisma.Sql; condition: Prisma.Sql; first: Prisma.Sql }
/** SQL: a match of all words or forms of them. `first` is true for a match in the title. */
function matchText(q: string): TextMatch {
  const typed = q
    .split(/[\s,;:!?()"]+-*/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, maxWords)
  const words = typed.flatMap((word) => searchLinePatterns(word).slice(-1))
  if (words.length === 0)
    return { searchedText: Prisma.empty, condition: Prisma.sql`${q.trim() === ''}`, first: Prisma.empty }
  const patterns = Prisma.sql`ARRAY(SELECT unaccent(word) FROM unnest(${words}::text[]) AS word)`
  return {
    searchedText,
    condition: Prisma.sql`(search_line(unaccent(said.words)) LIKE ALL (${patterns})
      OR to_tsvector(search_config(text.locale), search_words(said.words)) @@ to_tsquery(search_config(text.locale), ${searchQuery(typed.join(' ')).query}))`,
    first: Prisma.sql`search_line(unaccent(text.title)) LIKE ALL (${patterns}) DESC,`,
  }
}

const listTags = [cacheTags.taxonomy, cacheTags.pipelines, cacheTags.categories, cacheTags.useCases]

export async function listPipelines(
  { q, free, limit }: PipelineListQuery,
  locale: Locale,
): Promise<Tagged<PipelineList>> {
  const match = matchText(q)
  const results = await jsonRows<PipelineCard>(Prisma.sql`
    SELECT json_build_object(${card(locale)}) AS answer
      FROM effective_pipeline AS pipeline JOIN ${pipelineText('pipeline.id', locale)} AS text ON true ${match.searchedText}
     WHERE ${match.condition} ${free === '1' ? Prisma.sql`AND pipeline.required_tier = 0` : Prisma.empty}
     ORDER BY ${match.first} pipeline.position, pipeline.id
     ${limit === undefined ? Prisma.empty : Prisma.sql`LIMIT ${limit}`}`)
  return { value: { results }, cacheTags: listTags }
}
