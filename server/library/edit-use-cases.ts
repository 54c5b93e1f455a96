import type { AdminUseCase, NewUseCase, UseCaseChanges } from '#shared/admin-library.ts'
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
  category_id: true,
  required_tier: true,
  archived_at: true,
  texts: { select: { locale: true, title: true } },
} as const

export const useCases: Editable<AdminUseCase> = {
  kind: 'use_case',
  lock: (transaction, id) => transaction.$executeRaw`SELECT FROM use_case WHERE id = ${Number(id)} FOR NO KEY UPDATE`,
  async read(client, id) {
    const found = await client.useCase.findUnique({ where: { id: Number(id) }, select })
    if (!found) return null
    const { archived_at, texts, ...useCase } = found
    const { en, es } = textsOf(texts)
    const titles = { en: { title: en.title }, es: es && { title: es.title } }
    return { ...useCase, is_archived: archived_at !== null, texts: titles }
  },
}

export function addUseCase(editor: Editor, { slug, texts, is_archived, ...data }: NewUseCase) {
  checkSlug(slug)
  return withFreeSlug(() =>
    create(useCases, editor, async (transaction) => {
      await checkReferred(transaction, 'category', [data.category_id], 'category_id')
      const { id } = await transaction.useCase.create({
        data: { slug, ...data, archived_at: archivedAt(is_archived), texts: { create: textRowsOf(texts) } },
        select: { id: true },
      })
      return id
    }),
  )
}

/** One that moves to another category has no place there yet. */
export const changeUseCase = (changing: Changing, { texts, is_archived, ...data }: UseCaseChanges) =>
  change(useCases, changing, async (transaction, before) => {
    await checkReferred(transaction, 'category', [data.category_id], 'category_id')
    const archived = is_archived === before.is_archived ? {} : { archived_at: archivedAt(is_archived) }
    const moved = data.category_id === before.category_id ? {} : { position: null }
    await transaction.useCase.updateMany({ where: { id: changing.id }, data: { ...data, ...archived, ...moved } })
    await writeTexts(transaction, 'use_case_text', changing.id, texts)
  })

export const removeUseCase = (changing: Changing) =>
  remove(useCases, changing, async (transaction) => {
    await transaction.$executeRaw`SELECT FROM use_case WHERE id = ${changing.id} FOR UPDATE`
    refuseInUse({ prompts: await transaction.prompt.count({ where: { use_case_id: changing.id } }) })
    await transaction.useCase.delete({ where: { id: changing.id } })
  })
