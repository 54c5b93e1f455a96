import type { AdminCategory, CategoryChanges, NewCategory } from '#shared/admin-library.ts'
import { change, create, remove } from '../editing/edit.ts'
import type { Editable, Editor } from '../editing/edit.ts'
import type { Changing } from './edit-taxonomy.ts'
import {
  archivedAt,
  checkReferred,
  checkSlug,
  refuseInUse,
  textRowsOf,
  textsOf,
  withFreeSlug,
  writeTexts,
} from './items.ts'

const select = {
  id: true,
  slug: true,
  functional_group_id: true,
  required_tier: true,
  archived_at: true,
  texts: { select: { locale: true, name: true, description: true, warning_text: true } },
} as const

export const categories: Editable<AdminCategory> = {
  kind: 'category',
  lock: (transaction, id) => transaction.$executeRaw`SELECT FROM category WHERE id = ${Number(id)} FOR NO KEY UPDATE`,
  async read(client, id) {
    const found = await client.category.findUnique({ where: { id: Number(id) }, select })
    if (!found) return null
    const { archived_at, texts, ...category } = found
    const { en, es } = textsOf(texts)
    const textOf = ({ name, description, warning_text }: typeof en) => ({ name, description, warning_text })
    return { ...category, is_archived: archived_at !== null, texts: { en: textOf(en), es: es && textOf(es) } }
  },
}

export function addCategory(editor: Editor, { slug, texts, is_archived, ...data }: NewCategory) {
  checkSlug(slug)
  return withFreeSlug(() =>
    create(categories, editor, async (transaction) => {
      await checkReferred(transaction, 'functional_group', [data.functional_group_id], 'functional_group_id')
      const archived_at = archivedAt(is_archived)
      const { id } = await transaction.category.create({
        data: { slug, ...data, archived_at, texts: { create: textRowsOf(texts) } },
        select: { id: true },
      })
      return id
    }),
  )
}

export const changeCategory = (changing: Changing, { texts, is_archived, ...data }: CategoryChanges) =>
  change(categories, changing, async (transaction, before) => {
    await checkReferred(transaction, 'functional_group', [data.functional_group_id], 'functional_group_id')
    const archived = is_archived === before.is_archived ? {} : { archived_at: archivedAt(is_archived) }
    await transaction.category.updateMany({ where: { id: changing.id }, data: { ...data, ...archived } })
    await writeTexts(transaction, 'category_text', changing.id, texts)
  })

export const removeCategory = (changing: Changing) =>
  remove(categories, changing, async (transaction) => {
    await transaction.$executeRaw`SELECT FROM category WHERE id = ${changing.id} FOR UPDATE`
    refuseInUse({ use_cases: await transaction.useCase.count({ where: { category_id: changing.id } }) })
    await transaction.category.delete({ where: { id: changing.id } })
  })
