import type { AdminPrompt, NewPrompt, PromptChanges } from '#shared/admin/library.ts'
import { lengthTagOf } from '#shared/library/schema.ts'
import type { TestRecord } from '#shared/library/schema.ts'
import { maxFields } from '#shared/library/placeholders.ts'
import type { Prisma } from '../database/db.ts'
import { textRowsOf } from '../editing/edit.ts'
import type { Editor } from '../editing/edit.ts'
import { FieldProblem } from '../problem.ts'
import {
  addItem,
  archiveChange,
  archivedAt,
  changeItem,
  lockReferenced,
  libraryItem,
  removeItem,
  textsOf,
  writeTexts,
} from './items.ts'
import type { ItemEdit } from './items.ts'
import { writeOutlines } from './outlines.ts'
import { messageWithParams } from '../translate.ts'

const select = {
  id: true,
  slug: true,
  use_case_id: true,
  required_tier: true,
  length_tag: true,
  model_ids: true,
  tag_ids: true,
  archived_at: true,
  test_records: true,
  texts: {
    select: {
      locale: true,
      title: true,
      short_description: true,
      content: true,
      how_to_use: true,
      known_issues: true,
      example: true,
      example_values: true,
      labels: true,
    },
  },
} as const

export const editablePrompts = libraryItem<AdminPrompt>('prompt', async (client, id) => {
  const found = await client.prompt.findUnique({ where: { id: Number(id) }, select })
  if (!found) return null
  const { archived_at, texts, test_records, ...prompt } = found
  const { en, es } = textsOf(texts)
  const textOf = ({ locale: _locale, labels, example_values, ...text }: typeof en) => ({
    ...text,
    example_values: example_values as Record<string, string>,
    labels: labels as Record<string, string>,
  })
  return {
    ...prompt,
    test_records: test_records as TestRecord[],
    is_archived: archived_at !== null,
    texts: { en: textOf(en), es: es && textOf(es) },
  }
})

type Fields = Pick<PromptChanges, 'use_case_id' | 'model_ids' | 'tag_ids' | 'texts'>
async function check(transaction: Prisma.TransactionClient, { use_case_id, model_ids, tag_ids, texts }: Fields) {
  for (const [locale, text] of Object.entries(texts))
    for (const name of ['labels', 'example_values'] as const)
      if (text && Object.keys(text[name]).length > maxFields)
        throw new FieldProblem(
          `texts.${locale}.${name}`,
          messageWithParams('edited_library.labels', { max: maxFields }),
        )
  await lockReferenced(transaction, 'use_case', [use_case_id], 'use_case_id')
  await lockReferenced(transaction, 'model', model_ids, 'model_ids')
  await lockReferenced(transaction, 'tag', tag_ids, 'tag_ids')
}

const writeOutlinesOf = (transaction: Prisma.TransactionClient, id: number) =>
  writeOutlines(async (text, values = []) => ({ rows: await transaction.$queryRawUnsafe(text, ...values) }), id)

export function addPrompt(editor: Editor, input: NewPrompt) {
  const { slug, texts, is_archived, length_tag, ...data } = input
  return addItem(editablePrompts, editor, slug, async (transaction) => {
    await check(transaction, input)
    const created = await transaction.prompt.create({
      data: {
        slug,
        ...data,
        length_tag: length_tag ?? lengthTagOf(texts.en.content),
        archived_at: archivedAt(is_archived),
        texts: { create: textRowsOf(texts) },
      },
      select: { id: true },
    })
    await writeOutlinesOf(transaction, created.id)
    return created
  })
}

export const changePrompt = (edit: ItemEdit, input: PromptChanges) =>
  changeItem(editablePrompts, edit, input, async (transaction, before) => {
    await check(transaction, input)
    const { texts, is_archived, length_tag, ...data } = input
    const archived = archiveChange(before, is_archived)
    const length = { length_tag: length_tag ?? lengthTagOf(texts.en.content) }
    await transaction.prompt.updateMany({
      where: { id: edit.id },
      data: { ...data, ...length, ...archived, updated_at: new Date() },
    })
    await writeTexts(transaction, 'prompt_text', edit.id, texts)
    await writeOutlinesOf(transaction, edit.id)
  })

export const removePrompt = (edit: ItemEdit) =>
  removeItem(editablePrompts, edit, async (transaction) => {
    const where = { prompt_id: edit.id }
    return {
      ratings: await transaction.rating.count({ where }),
      saves: await transaction.savedPrompt.count({ where }),
      collections: await transaction.collectionPrompt.count({ where }),
      pipelines: (await transaction.pipelineStep.groupBy({ by: ['pipeline_id'], where })).length,
    }
  })
