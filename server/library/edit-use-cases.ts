import type { AdminUseCase, NewUseCase, UseCaseChanges } from '#shared/admin/library.ts'
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
  category_id: true,
  required_tier: true,
  archived_at: true,
  texts: { select: { locale: true, title: true } },
} as const

export const editableUseCases = libraryItem<AdminUseCase>('use_case', async (client, id) => {
  const found = await client.useCase.findUnique({ where: { id: Number(id) }, select })
  if (!found) return null
  const { archived_at, texts, ...useCase } = found
  const { en, es } = textsOf(texts)
  const titles = { en: { title: en.title }, es: es && { title: es.title } }
  return { ...useCase, is_archived: archived_at !== null, texts: titles }
})

export function addUseCase(editor: Editor, { slug, texts, is_archived, ...data }: NewUseCase) {
  return addItem(editableUseCases, editor, slug, async (transaction) => {
    await lockReferenced(transaction, 'category', [data.category_id], 'category_id')
    return transaction.useCase.create({
      data: { slug, ...data, archived_at: archivedAt(is_archived), texts: { create: textRowsOf(texts) } },
      select: { id: true },
    })
  })
}

/** Changes a use case. In another category it loses its position. */
export const changeUseCase = (edit: ItemEdit, { texts, is_archived, ...data }: UseCaseChanges) =>
  changeItem(editableUseCases, edit, data, async (transaction, before) => {
    await lockReferenced(transaction, 'category', [data.category_id], 'category_id')
    const archived = archiveChange(before, is_archived)
    const moved = data.category_id === before.category_id ? {} : { position: null }
    await transaction.useCase.updateMany({ where: { id: edit.id }, data: { ...data, ...archived, ...moved } })
    await writeTexts(transaction, 'use_case_text', edit.id, texts)
  })

export const removeUseCase = (edit: ItemEdit) =>
  removeItem(editableUseCases, edit, async (transaction) => ({
    prompts: await transaction.prompt.count({ where: { use_case_id: edit.id } }),
  }))
