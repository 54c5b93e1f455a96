import { isDeepStrictEqual } from 'node:util'
import type { AdminPipeline, NewPipeline, PipelineChanges } from '#shared/admin/pipelines.ts'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { inputProblems, mismatchedTexts } from '#shared/library/pipeline-inputs.ts'
import type { InputProblem, InputSources } from '#shared/library/pipelines.ts'
import type { Prisma } from '../database/db.ts'
import { textRowsOf } from '../editing/edit.ts'
import type { Editor } from '../editing/edit.ts'
import { FieldProblem } from '../problem.ts'
import {
  addItem,
  archiveChange,
  archivedAt,
  changeItem,
  libraryItem,
  removeItem,
  textsOf,
  writeTexts,
} from './items.ts'
import type { ItemEdit } from './items.ts'
import { mergePipelineParts } from './pipeline-parts.ts'
import { messageWithParams } from '../translate.ts'

type Transaction = Prisma.TransactionClient
type Steps = AdminPipeline['steps']

const select = {
  id: true,
  slug: true,
  required_tier: true,
  archived_at: true,
  texts: { select: { locale: true, title: true, short_description: true, how_to_use: true } },
  steps: {
    orderBy: { position: 'asc' },
    select: { prompt_id: true, texts: { select: { locale: true, hand_on: true, inputs: true } } },
  },
} as const

export const editablePipelines = libraryItem<AdminPipeline>('pipeline', async (client, id) => {
  const found = await client.pipeline.findUnique({ where: { id: Number(id) }, select })
  if (!found) return null
  const { archived_at, texts, steps, ...pipeline } = found
  const { en, es } = textsOf(texts)
  const textOf = ({ locale: _locale, ...text }: typeof en) => text
  return {
    ...pipeline,
    is_archived: archived_at !== null,
    texts: { en: textOf(en), es: es && textOf(es) },
    steps: steps.map(({ prompt_id, texts: stepTexts }) => {
      const step = textsOf(stepTexts)
      const stepText = ({ hand_on, inputs }: typeof step.en) => ({ hand_on, inputs: inputs as InputSources })
      return { prompt_id, texts: { en: stepText(step.en), es: step.es && stepText(step.es) } }
    }),
  }
})

const problems = {
  no_placeholder: 'edited_library.no_placeholder',
  not_earlier: 'edited_library.not_earlier',
  not_asked: 'edited_library.not_asked',
} as const satisfies Record<InputProblem, string>

type Contents = Partial<Record<Locale, string>>
/** Locks prompt rows. A concurrent change of a prompt waits, and then invalidates this pipeline's lists too. */
const lockPrompts = (transaction: Transaction, steps: Steps) =>
  transaction.$executeRaw`SELECT FROM prompt WHERE id = ANY (${steps.map((step) => step.prompt_id)}::int[]) ORDER BY id FOR SHARE`

async function checkSteps(transaction: Transaction, { texts, steps }: Pick<PipelineChanges, 'texts' | 'steps'>) {
  for (const { at, locale, isMissing } of mismatchedTexts(texts, steps))
    throw new FieldProblem(
      `steps.${at}.texts.${locale}`,
      isMissing ? 'edited_library.step_untranslated' : 'edited_library.step_translated',
    )
  const found = await transaction.$queryRaw<{ id: number; contents: Contents }[]>`
    SELECT prompt_id AS id, json_object_agg(locale, content) AS contents FROM prompt_text
     WHERE prompt_id = ANY (${steps.map((step) => step.prompt_id)}::int[]) GROUP BY prompt_id`
  const contents = new Map(found.map((prompt) => [prompt.id, prompt.contents]))
  const stepsWithContents = steps.map((step, at) => {
    const known = contents.get(step.prompt_id)
    if (!known) throw new FieldProblem(`steps.${at}.prompt_id`, 'edited_library.no_prompt')
    return { contents: known, texts: step.texts }
  })
  for (const locale of locales)
    for (const { at, name, problem } of inputProblems(stepsWithContents, locale))
      throw new FieldProblem(
        `steps.${at}.texts.${locale}.inputs.${name}`,
        messageWithParams(problems[problem], { name }),
      )
}

function writeSteps(transaction: Transaction, slug: string, steps: Steps) {
  const rows = steps.map(({ prompt_id, texts }) => ({
    prompt_id,
    texts: { en: texts.en, ...(texts.es && { es: texts.es }) },
  }))
  return mergePipelineParts(
    async (statement, values) =>
      (await transaction.$queryRawUnsafe<{ slug: string }[]>(statement, ...values)).map((row) => row.slug),
    JSON.stringify([{ slug, steps: rows }]),
  )
}

export const addPipeline = (editor: Editor, { slug, texts, steps, is_archived, ...data }: NewPipeline) =>
  addItem(editablePipelines, editor, slug, async (transaction) => {
    await lockPrompts(transaction, steps)
    await checkSteps(transaction, { texts, steps })
    const added = await transaction.pipeline.create({
      data: { slug, ...data, archived_at: archivedAt(is_archived), texts: { create: textRowsOf(texts) } },
      select: { id: true },
    })
    await writeSteps(transaction, slug, steps)
    return added
  })

/** Editable pipelines. They lock prompt rows before the pipeline's, as an import does. */
const withPrompts = (steps: Steps): typeof editablePipelines => ({
  ...editablePipelines,
  lock: async (transaction, id) => {
    await lockPrompts(transaction, steps)
    await editablePipelines.lock(transaction, id)
  },
})

/** Changes a pipeline. Unchanged steps are not checked, since a prompt may have lost placeholders. */
export const changePipeline = (edit: ItemEdit, { texts, steps, is_archived, ...data }: PipelineChanges) =>
  changeItem(withPrompts(steps), edit, data, async (transaction, before) => {
    const isSame = isDeepStrictEqual(steps, before.steps) && !texts.es === !before.texts.es
    if (!isSame) await checkSteps(transaction, { texts, steps })
    const archived = archiveChange(before, is_archived)
    await transaction.pipeline.updateMany({ where: { id: edit.id }, data: { ...data, ...archived } })
    await writeTexts(transaction, 'pipeline_text', edit.id, texts)
    if (!isSame) await writeSteps(transaction, data.slug ?? before.slug, steps)
  })

export const removePipeline = (edit: ItemEdit) => removeItem(editablePipelines, edit, async () => ({}))
