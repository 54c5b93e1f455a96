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
} from '#shared/admin-library.ts'
import { Prisma } from '../db.ts'
import { change, create, remove } from '../editing/edit.ts'
import type { Editable, Editor } from '../editing/edit.ts'
import { checkReferred, checkSlug, refuseInUse, textRowsOf, textsOf, withFreeSlug, writeTexts } from './items.ts'

type Transaction = Prisma.TransactionClient
export type Changing = { id: number; if_match: string | undefined; editor: Editor }
const name = { locale: true, name: true } as const
const namesOf = (rows: { locale: 'en' | 'es'; name: string }[]) => {
  const { en, es } = textsOf(rows)
  return { en: { name: en.name }, es: es && { name: es.name } }
}

/** Prompts and groups name models and tags in arrays, which no foreign key looks after. */
async function refuseNamed(transaction: Transaction, column: 'model_ids' | 'tag_ids', id: number) {
  const holding = Prisma.sql`${Prisma.raw(column)} @> ARRAY[${id}::int]`
  const groupsHolding = column === 'model_ids' ? holding : Prisma.sql`false`
  const [uses] = await transaction.$queryRaw<{ prompts: number; groups: number }[]>`
    SELECT (SELECT count(*)::int FROM prompt WHERE ${holding}) AS prompts,
           (SELECT count(*)::int FROM functional_group WHERE ${groupsHolding}) AS groups`
  refuseInUse({ ...uses })
}

export const models: Editable<AdminModel> = {
  kind: 'model',
  lock: (transaction, id) => transaction.$executeRaw`SELECT FROM model WHERE id = ${Number(id)} FOR NO KEY UPDATE`,
  read: (client, id) =>
    client.model.findUnique({ where: { id: Number(id) }, select: { id: true, slug: true, name: true } }),
}

export function addModel(editor: Editor, { slug, name: given }: NewModel) {
  checkSlug(slug)
  return withFreeSlug(() =>
    create(models, editor, async (transaction) => {
      const { id } = await transaction.model.create({ data: { slug, name: given }, select: { id: true } })
      return id
    }),
  )
}

export const changeModel = (changing: Changing, data: ModelChanges) =>
  change(models, changing, (transaction) => transaction.model.updateMany({ where: { id: changing.id }, data }))

export const removeModel = (changing: Changing) =>
  remove(models, changing, async (transaction) => {
    await transaction.$executeRaw`SELECT FROM model WHERE id = ${changing.id} FOR UPDATE`
    await refuseNamed(transaction, 'model_ids', changing.id)
    await transaction.model.delete({ where: { id: changing.id } })
  })

export const tags: Editable<AdminTag> = {
  kind: 'tag',
  lock: (transaction, id) => transaction.$executeRaw`SELECT FROM tag WHERE id = ${Number(id)} FOR NO KEY UPDATE`,
  async read(client, id) {
    const select = { id: true, slug: true, texts: { select: name } }
    const found = await client.tag.findUnique({ where: { id: Number(id) }, select })
    return found && { id: found.id, slug: found.slug, texts: namesOf(found.texts) }
  },
}

export function addTag(editor: Editor, { slug, texts }: NewTag) {
  checkSlug(slug)
  return withFreeSlug(() =>
    create(tags, editor, async (transaction) => {
      const data = { slug, texts: { create: textRowsOf(texts) } }
      return (await transaction.tag.create({ data, select: { id: true } })).id
    }),
  )
}

export const changeTag = (changing: Changing, { texts }: TagChanges) =>
  change(tags, changing, (transaction) => writeTexts(transaction, 'tag_text', changing.id, texts))

export const removeTag = (changing: Changing) =>
  remove(tags, changing, async (transaction) => {
    await transaction.$executeRaw`SELECT FROM tag WHERE id = ${changing.id} FOR UPDATE`
    await refuseNamed(transaction, 'tag_ids', changing.id)
    await transaction.tag.delete({ where: { id: changing.id } })
  })

export const groups: Editable<AdminGroup> = {
  kind: 'functional_group',
  lock: (transaction, id) =>
    transaction.$executeRaw`SELECT FROM functional_group WHERE id = ${Number(id)} FOR NO KEY UPDATE`,
  async read(client, id) {
    const select = { id: true, slug: true, model_ids: true, texts: { select: name } }
    const found = await client.functionalGroup.findUnique({ where: { id: Number(id) }, select })
    return found && { id: found.id, slug: found.slug, model_ids: found.model_ids, texts: namesOf(found.texts) }
  },
}

export function addGroup(editor: Editor, { slug, model_ids, texts }: NewGroup) {
  checkSlug(slug)
  return withFreeSlug(() =>
    create(groups, editor, async (transaction) => {
      await checkReferred(transaction, 'model', model_ids, 'model_ids')
      const data = { slug, model_ids, texts: { create: textRowsOf(texts) } }
      return (await transaction.functionalGroup.create({ data, select: { id: true } })).id
    }),
  )
}

export const changeGroup = (changing: Changing, { model_ids, texts }: GroupChanges) =>
  change(groups, changing, async (transaction) => {
    await checkReferred(transaction, 'model', model_ids, 'model_ids')
    await transaction.functionalGroup.updateMany({ where: { id: changing.id }, data: { model_ids } })
    await writeTexts(transaction, 'functional_group_text', changing.id, texts)
  })

export const removeGroup = (changing: Changing) =>
  remove(groups, changing, async (transaction) => {
    await transaction.$executeRaw`SELECT FROM functional_group WHERE id = ${changing.id} FOR UPDATE`
    refuseInUse({ categories: await transaction.category.count({ where: { functional_group_id: changing.id } }) })
    await transaction.functionalGroup.delete({ where: { id: changing.id } })
  })
