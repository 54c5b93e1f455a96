import { randomBytes } from 'node:crypto'
import type { Collection, CollectionChanges } from '#shared/library/collections.ts'
import { maxCollections } from '#shared/library/collections.ts'
import { db, Prisma } from '../database/db.ts'
import { notFound, HttpProblem, FieldProblem } from '../problem.ts'
import { jsonRows } from '../sql/json-rows.ts'
import { moveTo, readOrder, writeOrder } from '../sql/positions.ts'
import type { OrderedList } from '../sql/positions.ts'

type Transaction = Prisma.TransactionClient

const collectionsOf = (user_id: number): OrderedList => ({
  table: 'collection',
  rows: Prisma.sql`item.user_id = ${user_id}`,
  first: 0,
})

/** Locks the owner's row, so that names stay unique and positions have no gaps. */
function withLockedOwner<T>(user_id: number, callback: (transaction: Transaction) => Promise<T>): Promise<T> {
  return db.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT FROM "user" WHERE id = ${user_id} FOR NO KEY UPDATE`
    return callback(transaction)
  })
}

const columns = Prisma.sql`'id', id, 'name', name, 'position', position, 'share_key', share_key,
  'prompt_count', (
    SELECT count(*) FROM collection_prompt JOIN effective_prompt AS prompt ON prompt.id = prompt_id WHERE collection_id = collection.id)`

export function listCollections(user_id: number, prompt?: string): Promise<Collection[]> {
  const has = prompt
    ? Prisma.sql`, 'has_prompt', EXISTS (SELECT FROM collection_prompt JOIN prompt ON prompt.id = prompt_id
        WHERE collection_id = collection.id AND slug = ${prompt})`
    : Prisma.empty
  return jsonRows(Prisma.sql`
    SELECT json_build_object(${columns} ${has}) AS answer FROM collection WHERE user_id = ${user_id} ORDER BY position, id`)
}

export async function getCollection(user_id: number, id: number): Promise<Collection> {
  const [found] = await jsonRows<Collection>(Prisma.sql`
    SELECT json_build_object(${columns}) AS answer FROM collection WHERE id = ${id} AND user_id = ${user_id}`)
  if (!found) throw notFound()
  return found
}

async function assertNameFree(transaction: Transaction, user_id: number, name: string, id = 0): Promise<void> {
  const other = await transaction.collection.findFirst({
    where: { user_id, name, id: { not: id } },
    select: { id: true },
  })
  if (other) throw new FieldProblem('name', 'collected.taken')
}

/** Adds a collection. A repeated request returns the first. Throws FieldProblem for the name, and 409. */
export async function addCollection(user_id: number, name: string, request_key?: string): Promise<Collection> {
  const { id } = await withLockedOwner(user_id, async (transaction) => {
    const where = { user_id, request_key: request_key ?? '' }
    const added = request_key && (await transaction.collection.findFirst({ where, select: { id: true } }))
    if (added) return added
    await assertNameFree(transaction, user_id, name)
    const position = await transaction.collection.count({ where: { user_id } })
    if (position >= maxCollections) throw new HttpProblem(409, 'collected.too_many', { code: 'too_many' })
    return transaction.collection.create({
      data: { user_id, name, position, request_key: request_key ?? null },
      select: { id: true },
    })
  })
  return getCollection(user_id, id)
}

export async function changeCollection(user_id: number, id: number, { name, position }: CollectionChanges) {
  await withLockedOwner(user_id, async (transaction) => {
    const found = await transaction.collection.findUnique({ where: { id, user_id }, select: { id: true } })
    if (!found) throw notFound()
    if (name !== undefined) {
      await assertNameFree(transaction, user_id, name, id)
      await transaction.collection.update({ where: { id }, data: { name } })
    }
    if (position === undefined) return
    const list = collectionsOf(user_id)
    await writeOrder(transaction, list, moveTo(await readOrder(transaction, list), id, position))
  })
  return getCollection(user_id, id)
}

export async function removeCollection(user_id: number, id: number): Promise<void> {
  await withLockedOwner(user_id, async (transaction) => {
    const { count } = await transaction.collection.deleteMany({ where: { id, user_id } })
    if (count === 0) throw notFound()
    const list = collectionsOf(user_id)
    await writeOrder(transaction, list, await readOrder(transaction, list))
  })
}

const newShareKey = () => randomBytes(24).toString('base64url')

export async function shareCollection(user_id: number, id: number): Promise<string> {
  const [shared] = await db.$queryRaw<{ share_key: string }[]>`
    UPDATE collection SET share_key = coalesce(share_key, ${newShareKey()}) WHERE id = ${id} AND user_id = ${user_id}
    RETURNING share_key`
  if (!shared) throw notFound()
  return shared.share_key
}

export async function unshareCollection(user_id: number, id: number): Promise<void> {
  const { count } = await db.collection.updateMany({ where: { id, user_id }, data: { share_key: null } })
  if (count === 0) throw notFound()
}
