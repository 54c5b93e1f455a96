import type { AdminCategory, CategoryChanges, NewCategory } from '#shared/admin/library.ts'
import { textRowsOf } from '../editing/edit.ts'
import type { Editor } from '../editing/edit.ts'
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

const select = {
  id: true,
  slug: true,
  functional_group_id: true,
  required_tier: true,
  archived_at: true,
  texts: { select: { locale: true, name: true, description: true, warning_text: true } },
} as const

export const editableCategories = libraryItem<AdminCategory>('category', async (client, id) => {
  const found = await client.category.findUnique({ where: { id: Number(id) }, select })
  if (!found) return null
  const { archived_at, texts, ...category } = found
  const { en, es } = textsOf(texts)
  const textOf = ({ name, description, warning_text }: typeof en) => ({ name, description, warning_text })
  return { ...category, is_archived: archived_at !== null, texts: { en: textOf(en), es: es && textOf(es) } }
})

export function addCategory(editor: Editor, { slug, texts, is_archived, ...data }: NewCategory) {
  return addItem(editableCategories, editor, slug, async (transaction) => {
    await lockReferenced(transaction, 'functional_group', [data.functional_group_id], 'functional_group_id')
    const archived_at = archivedAt(is_archived)
    return transaction.category.create({
      data: { slug, ...data, archived_at, texts: { create: textRowsOf(texts) } },
      select: { id: true },
    })
  })
}

export const changeCategory = (edit: ItemEdit, { texts, is_archived, ...data }: CategoryChanges) =>
  changeItem(editableCategories, edit, data, async (transaction, before) => {
    await lockReferenced(transaction, 'functional_group', [data.functional_group_id], 'functional_group_id')
    const archived = archiveChange(before, is_archived)
    await transaction.category.updateMany({ where: { id: edit.id }, data: { ...data, ...archived } })
    await writeTexts(transaction, 'category_text', edit.id, texts)
  })

export const removeCategory = (edit: ItemEdit) =>
  removeItem(editableCategories, edit, async (transaction) => ({
    use_cases: await transaction.useCase.count({ where: { category_id: edit.id } }),
  }))
