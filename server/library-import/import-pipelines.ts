import type { Client } from 'pg'
import { realBreaks } from '#shared/library.ts'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { soundInputs } from '#shared/pipelines.ts'
import type { InputProblem } from '#shared/pipelines.ts'
import { readTemplate } from '#shared/placeholders.ts'
import { Unresolved } from './import-references.ts'
import type { RowOf } from './import-rows.ts'

type PipelineRow = RowOf<'pipeline'>
type Known = { id: number; contents: Partial<Record<Locale, string>> }

/** Whoever changes one of them meanwhile waits, and then finds the pipeline: its cached lists are dropped too. */
async function readPrompts(client: Client, rows: PipelineRow[]): Promise<Map<string, Known>> {
  const slugs = [...new Set(rows.flatMap(({ steps }) => steps.map(({ prompt }) => prompt)))]
  await client.query('SELECT FROM prompt WHERE slug = ANY ($1) ORDER BY id FOR SHARE', [slugs])
  const { rows: found } = await client.query<Known & { slug: string }>(
    `SELECT id, slug, json_object_agg(locale, content) AS contents
       FROM prompt JOIN prompt_text ON prompt_id = id WHERE slug = ANY ($1) GROUP BY id`,
    [slugs],
  )
  return new Map(found.map(({ slug, ...known }) => [slug, known]))
}

type Step = PipelineRow['steps'][number]
type KnownStep = Step & { known: Known }

/** As a reader in the language finds them: in English where the prompt is not translated. */
const placeholdersOf = ({ known: { contents } }: KnownStep, locale: Locale): string[] =>
  readTemplate(realBreaks(contents[locale] ?? contents.en ?? '')).fields.map(({ name }) => name)

const reasons: Record<InputProblem, (step: Step, locale: Locale, name: string) => string> = {
  no_placeholder: ({ prompt }, locale, name) => `the prompt "${prompt}" has no placeholder "${name}" in "${locale}"`,
  not_earlier: () => 'answer_of has to name an earlier step, counted from 1',
  not_asked: () => 'same_as has to name an input that an earlier step asks for',
}

function inputProblems(steps: KnownStep[], locale: Locale): string[] {
  const told = steps.map((step) => ({
    names: placeholdersOf(step, locale),
    inputs: step.texts[locale]?.inputs ?? {},
  }))
  const judged = soundInputs(told)
  return steps.flatMap((step, at) =>
    (judged[at]?.problems ?? []).map(
      ({ name, problem }) => `steps.${at}.texts.${locale}.inputs.${name}: ${reasons[problem](step, locale, name)}`,
    ),
  )
}

/** With the ids of the prompts. Throws Unresolved for a prompt or an input that is not there. */
export async function resolvePipelines(client: Client, rows: PipelineRow[]) {
  const prompts = await readPrompts(client, rows)
  return rows.map((row) => {
    const missing = row.steps.flatMap(({ prompt }, at) =>
      prompts.has(prompt) ? [] : [`steps.${at}.prompt: there is no prompt "${prompt}"`],
    )
    if (missing.length > 0) throw new Unresolved(missing.join('; '))
    const steps = row.steps.flatMap((step) => {
      const known = prompts.get(step.prompt)
      return known ? [{ ...step, known }] : []
    })
    const problems = locales.flatMap((locale) => (row.texts[locale] ? inputProblems(steps, locale) : []))
    if (problems.length > 0) throw new Unresolved(problems.join('; '))
    return { ...row, steps: steps.map(({ known, texts }) => ({ prompt_id: known.id, texts })) }
  })
}

const steps = `(
  SELECT pipeline.id AS pipeline_id, step.position, (value ->> 'prompt_id')::int AS prompt_id, value
    FROM json_to_recordset($1::json) AS row (slug text, steps json) JOIN pipeline USING (slug),
         json_array_elements(row.steps) WITH ORDINALITY AS step (value, position))`
const stepTexts = `(
  SELECT pipeline_id, position, text.key::locale AS locale, text.value ->> 'hand_on' AS hand_on, (text.value -> 'inputs')::jsonb AS inputs
    FROM ${steps} AS step, json_each(step.value -> 'texts') AS text)`
const ofRows = 'pipeline_id IN (SELECT pipeline_id FROM told)'
const slug = '(SELECT slug FROM pipeline WHERE id = pipeline_id) AS slug'

/** Each touches only what differs. */
const statements = [
  `UPDATE pipeline SET created_at = row.created_at
     FROM json_to_recordset($1::json) AS row (slug text, created_at timestamptz(3))
    WHERE pipeline.slug = row.slug AND pipeline.created_at <> row.created_at RETURNING pipeline.slug`,
  `WITH told AS (SELECT * FROM ${steps} AS step)
   DELETE FROM pipeline_step AS known WHERE ${ofRows} AND (pipeline_id, position) NOT IN (SELECT pipeline_id, position FROM told)
   RETURNING ${slug}`,
  `INSERT INTO pipeline_step AS known (pipeline_id, position, prompt_id) SELECT pipeline_id, position, prompt_id FROM ${steps} AS told
   ON CONFLICT (pipeline_id, position) DO UPDATE SET prompt_id = excluded.prompt_id WHERE known.prompt_id <> excluded.prompt_id
   RETURNING ${slug}`,
  `WITH told AS (SELECT * FROM ${stepTexts} AS text)
   DELETE FROM pipeline_step_text AS known
    WHERE ${ofRows} AND (pipeline_id, position, locale) NOT IN (SELECT pipeline_id, position, locale FROM told)
   RETURNING ${slug}`,
  `INSERT INTO pipeline_step_text AS known (pipeline_id, position, locale, hand_on, inputs) SELECT * FROM ${stepTexts} AS told
   ON CONFLICT (pipeline_id, position, locale) DO UPDATE SET hand_on = excluded.hand_on, inputs = excluded.inputs
    WHERE (known.hand_on, known.inputs) IS DISTINCT FROM (excluded.hand_on, excluded.inputs)
   RETURNING ${slug}`,
]

/** Dates and steps. Returns the slugs of the pipelines that were touched. */
export async function mergePipelineParts(client: Client, given: string): Promise<string[]> {
  const touched = []
  for (const statement of statements) touched.push(...(await client.query<{ slug: string }>(statement, [given])).rows)
  return touched.map((row) => row.slug)
}
