import type {
  AdminGroup,
  AdminModel,
  AdminTag,
  GroupChanges,
  ModelChanges,
  NewGroup,
  NewModel,
  NewTag,
  TagChanges,
} from '#shared/admin/library.ts'
import { Prisma } from '../database/db.ts'
import { changeEditable, textRowsOf } from '../editing/edit.ts'
import type { Editor } from '../editing/edit.ts'
import { addItem, lockReferenced, libraryItem, removeItem, textsOf, writeTexts } from './items.ts'
import type { ItemEdit } from './items.ts'

type Transaction = Prisma.TransactionClient
const name = { locale: true, name: true } as const
const namesOf = (rows: { locale: 'en' | 'es'; name: string }[]) => {
  const { en, es } = textsOf(rows)
  return { en: { name: en.name }, es: es && { name: es.name } }
}

/** Counts prompts and groups that refer to a model or tag. They use arrays without foreign keys. */
async function countNaming(transaction: Transaction, column: 'model_ids' | 'tag_ids', id: number) {
  const where = { [column]: { has: id } }
  const prompts = await transaction.prompt.count({ where })
  return { prompts, groups: column === 'model_ids' ? await transaction.functionalGroup.count({ where }) : 0 }
}

export const editableModels = libraryItem<AdminModel>('model', (client, id) =>
  client.model.findUnique({ where: { id: Number(id) }, select: { id: true, slug: true, name: true } }),
)

export function addModel(editor: Editor, { slug, name: modelName }: NewModel) {
  return addItem(editableModels, editor, slug, (transaction) =>
    transaction.model.create({ data: { slug, name: modelName }, select: { id: true } }),
  )
}

export const changeModel = (edit: ItemEdit, data: ModelChanges) =>
  changeEditable(editableModels, edit, (transaction) => transaction.model.updateMany({ where: { id: edit.id }, data }))

export const removeModel = (edit: ItemEdit) =>
  removeItem(editableModels, edit, (transaction) => countNaming(transaction, 'model_ids', edit.id))

export const editableTags = libraryItem<AdminTag>('tag', async (client, id) => {
  const select = { id: true, slug: true, texts: { select: name } }
  const found = await client.tag.findUnique({ where: { id: Number(id) }, select })
  return found && { id: found.id, slug: found.slug, texts: namesOf(found.texts) }
})

export function addTag(editor: Editor, { slug, texts }: NewTag) {
  return addItem(editableTags, editor, slug, async (transaction) => {
    const data = { slug, texts: { create: textRowsOf(texts) } }
    return transaction.tag.create({ data, select: { id: true } })
  })
}

export const changeTag = (edit: ItemEdit, { texts }: TagChanges) =>
  changeEditable(editableTags, edit, (transaction) => writeTexts(transaction, 'tag_text', edit.id, texts))

export const removeTag = (edit: ItemEdit) =>
  removeItem(editableTags, edit, (transaction) => countNaming(transaction, 'tag_ids', edit.id))

export const groups = libraryItem<AdminGroup>('functional_group', async (client, id) => {
  const select = { id: true, slug: true, model_ids: true, texts: { select: name } }
  const found = await client.functionalGroup.findUnique({ where: { id: Number(id) }, select })
  return found && { id: found.id, slug: found.slug, model_ids: found.model_ids, texts: namesOf(found.texts) }
})

export function addGroup(editor: Editor, { slug, model_ids, texts }: NewGroup) {
  return addItem(groups, editor, slug, async (transaction) => {
    await lockReferenced(transaction, 'model', model_ids, 'model_ids')
    const data = { slug, model_ids, texts: { create: textRowsOf(texts) } }
    return transaction.functionalGroup.create({ data, select: { id: true } })
  })
}

export const changeGroup = (edit: ItemEdit, { model_ids, texts }: GroupChanges) =>
  changeEditable(groups, edit, async (transaction) => {
    await lockReferenced(transaction, 'model', model_ids, 'model_ids')
    await transaction.functionalGroup.updateMany({ where: { id: edit.id }, data: { model_ids } })
    await writeTexts(transaction, 'functional_group_text', edit.id, texts)
  })

export const removeGroup = (edit: ItemEdit) =>
  removeItem(groups, edit, async (transaction) => ({
    categories: await transaction.category.count({ where: { functional_group_id: edit.id } }),
  }))
