import type { AdminPromptSet, NewPromptSet, PromptSetChanges } from '#shared/admin/sets.ts'
import { changeEditable, textRowsOf } from '../editing/edit.ts'
import type { Editor } from '../editing/edit.ts'
import {
  addItem,
  archiveChange,
  archivedAt,
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
  shelf: true,
  prompt_ids: true,
  archived_at: true,
  texts: { select: { locale: true, title: true } },
} as const

export const editableSets = libraryItem<AdminPromptSet>('prompt_set', async (client, id) => {
  const found = await client.promptSet.findUnique({ where: { id: Number(id) }, select })
  if (!found) return null
  const { archived_at, texts, ...set } = found
  const { en, es } = textsOf(texts)
  return {
    ...set,
    is_archived: archived_at !== null,
    texts: { en: { title: en.title }, es: es && { title: es.title } },
  }
})

export function addSet(editor: Editor, { slug, texts, is_archived, ...data }: NewPromptSet) {
  return addItem(editableSets, editor, slug, async (transaction) => {
    await lockReferenced(transaction, 'prompt', data.prompt_ids, 'prompt_ids')
    return transaction.promptSet.create({
      data: { slug, ...data, archived_at: archivedAt(is_archived), texts: { create: textRowsOf(texts) } },
      select: { id: true },
    })
  })
}

export const changeSet = (edit: ItemEdit, { texts, is_archived, ...data }: PromptSetChanges) =>
  changeEditable(editableSets, edit, async (transaction, before) => {
    await lockReferenced(transaction, 'prompt', data.prompt_ids, 'prompt_ids')
    await transaction.promptSet.updateMany({
      where: { id: edit.id },
      data: { ...data, ...archiveChange(before, is_archived) },
    })
    await writeTexts(transaction, 'prompt_set_text', edit.id, texts)
  })

export const removeSet = (edit: ItemEdit) => removeItem(editableSets, edit, async () => ({}))
