import type { Client } from 'pg'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { inputProblems } from '#shared/library/pipeline-inputs.ts'
import type { InputProblem } from '#shared/library/pipelines.ts'
import { resolveReferences } from './import-references.ts'
import type { References } from './import-references.ts'
import type { LibraryRow, RowOf } from './import-rows.ts'
import { messageWithParams } from '../translate.ts'
import type { TranslatableProblem } from '../translate.ts'
import { RowProblem } from './reasons.ts'
import type { RejectionReason } from './reasons.ts'

type PipelineRow = RowOf<'pipeline'>
const noPrompt = (at: string, slug: string): RejectionReason => ({
  at,
  message: messageWithParams('import.none', { type: 'prompt', slug }),
})

type Known = { id: number; contents: Partial<Record<Locale, string>> }

/** Reads and locks prompts. A concurrent change waits, and then invalidates the lists of these pipelines too. */
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

async function resolveSets(client: Client, rows: RowOf<'prompt_set'>[]) {
  const { rows: found } = await client.query<{ id: number; slug: string }>(
    'SELECT id, slug FROM prompt WHERE slug = ANY ($1) ORDER BY id FOR KEY SHARE',
    [rows.flatMap(({ prompts }) => prompts)],
  )
  const ids = new Map(found.map(({ id, slug }) => [slug, id]))
  return rows.map((row) => ({
    ...row,
    prompt_ids: row.prompts.map((slug, at) => {
      const id = ids.get(slug)
      if (id === undefined) throw new RowProblem([noPrompt(`prompts.${at}`, slug)])
      return id
    }),
  }))
}

type Step = PipelineRow['steps'][number]
type KnownStep = Step & Known

const messageOf: Record<InputProblem, (prompt: string, locale: Locale, name: string) => TranslatableProblem> = {
  no_placeholder: (prompt, locale, name) => messageWithParams('import.no_placeholder', { prompt, locale, name }),
  not_earlier: () => 'import.not_earlier',
  not_asked: () => 'import.not_asked',
}

const inputReasons = (steps: KnownStep[], locale: Locale): RejectionReason[] =>
  inputProblems(steps, locale).map(({ at, name, problem }) => ({
    at: `steps.${at}.texts.${locale}.inputs.${name}`,
    message: messageOf[problem](steps[at]?.prompt ?? '', locale, name),
  }))

async function resolvePipelines(client: Client, rows: PipelineRow[]) {
  const prompts = await readPrompts(client, rows)
  return rows.map((row) => {
    const missing = row.steps.flatMap(({ prompt }, at) =>
      prompts.has(prompt) ? [] : [noPrompt(`steps.${at}.prompt`, prompt)],
    )
    if (missing.length > 0) throw new RowProblem(missing)
    const steps = row.steps.flatMap((step) => {
      const known = prompts.get(step.prompt)
      return known ? [{ ...step, ...known }] : []
    })
    const problems = locales.flatMap((locale) => (row.texts[locale] ? inputReasons(steps, locale) : []))
    if (problems.length > 0) throw new RowProblem(problems)
    return { ...row, steps: steps.map(({ id, texts }) => ({ prompt_id: id, texts })) }
  })
}

/** Adds the ids that rows refer to. All rows have one type, which is not prompt. */
export async function resolveNonPromptRows(client: Client, rows: LibraryRow[], references: References) {
  const [first] = rows
  if (first?.type === 'pipeline') return resolvePipelines(client, rows as PipelineRow[])
  if (first?.type === 'prompt_set') return resolveSets(client, rows as RowOf<'prompt_set'>[])
  return rows.map((row) => resolveReferences(row, references))
}
