import type { Client } from 'pg'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { inputProblems } from '#shared/pipeline-inputs.ts'
import type { InputProblem } from '#shared/pipelines.ts'
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
type KnownStep = Step & Known

const reasons: Record<InputProblem, (step: Step, locale: Locale, name: string) => string> = {
  no_placeholder: ({ prompt }, locale, name) => `the prompt "${prompt}" has no placeholder "${name}" in "${locale}"`,
  not_earlier: () => 'answer_of has to name an earlier step, counted from 1',
  not_asked: () => 'same_as has to name an input that an earlier step asks for',
}

const reasonsOf = (steps: KnownStep[], locale: Locale): string[] =>
  inputProblems(steps, locale).flatMap(({ at, name, problem }) => {
    const step = steps[at]
    return step ? [`steps.${at}.texts.${locale}.inputs.${name}: ${reasons[problem](step, locale, name)}`] : []
  })

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
      return known ? [{ ...step, ...known }] : []
    })
    const problems = locales.flatMap((locale) => (row.texts[locale] ? reasonsOf(steps, locale) : []))
    if (problems.length > 0) throw new Unresolved(problems.join('; '))
    return { ...row, steps: steps.map(({ id, texts }) => ({ prompt_id: id, texts })) }
  })
}
