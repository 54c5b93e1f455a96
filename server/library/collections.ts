import { randomBytes } from 'node:crypto'
import type { Collection, CollectionChanges } from '#shared/collections.ts'
import { mostCollections } from '#shared/collections.ts'
import { db, Prisma } from '../db.ts'
import { notFound, Refusal, WrongField } from '../problem.ts'
import { renumber } from './positions.ts'
import { answersOf } from './sql.ts'

type Writing = Prisma.TransactionClient
/** ms that a write may wait for a connection, and take, when many come at once. */
export const patience = { maxWait: 10_000, timeout: 10_000 }

/** The collections of one person change one after the other, so that names stay unique and positions without gaps. */
function inTurn<T>(user_id: number, work: (writing: Writing) => Promise<T>): Promise<T> {
  return db.$transaction(async (writing) => {
    await writing.$executeRaw`SELECT FROM "user" WHERE id = ${user_id} FOR NO KEY UPDATE`
    return work(writing)
  }, patience)
}

const columns = Prisma.sql`'id', id, 'name', name, 'position', position, 'share_key', share_key,
  'prompt_count', (SELECT count(*) FROM collection_prompt WHERE collection_id = collection.id)`

/** A person's collections in their order; where a prompt is named, each says whether it holds it. */
export function listCollections(user_id: number, prompt?: string): Promise<Collection[]> {
  const has = prompt
    ? Prisma.sql`, 'has_prompt', EXISTS (SELECT FROM collection_prompt JOIN prompt ON prompt.id = prompt_id
        WHERE collection_id = collection.id AND slug = ${prompt})`
    : Prisma.empty
  return answersOf(Prisma.sql`
    SELECT json_build_object(${columns} ${has}) AS answer FROM collection WHERE user_id = ${user_id} ORDER BY position, id`)
}

export async function getCollection(user_id: number, id: number): Promise<Collection> {
  const [found] = await answersOf<Collection>(Prisma.sql`
    SELECT json_build_object(${columns}) AS answer FROM collection WHERE id = ${id} AND user_id = ${user_id}`)
  if (!found) throw notFound()
  return found
}

async function refuseTaken(writing: Writing, user_id: number, name: string, id = 0): Promise<void> {
  const other = await writing.collection.findFirst({ where: { user_id, name, id: { not: id } }, select: { id: true } })
  if (other) throw new WrongField('name', 'collected.taken')
}

/** A new collection comes last. */
export async function addCollection(user_id: number, name: string): Promise<Collection> {
  const { id } = await inTurn(user_id, async (writing) => {
    await refuseTaken(writing, user_id, name)
    const position = await writing.collection.count({ where: { user_id } })
    if (position >= mostCollections) throw new Refusal(409, 'collected.too_many', { code: 'too_many' })
    return writing.collection.create({ data: { user_id, name, position }, select: { id: true } })
  })
  return getCollection(user_id, id)
}

export async function changeCollection(user_id: number, id: number, { name, position }: CollectionChanges) {
  await inTurn(user_id, async (writing) => {
    const found = await writing.collection.findUnique({ where: { id, user_id }, select: { id: true } })
    if (!found) throw notFound()
    if (name !== undefined) {
      await refuseTaken(writing, user_id, name, id)
      await writing.collection.update({ where: { id }, data: { name } })
    }
    if (position !== undefined) await writing.$executeRaw(renumber('collections', user_id, { id, position }))
  })
  return getCollection(user_id, id)
}

export async function removeCollection(user_id: number, id: number): Promise<void> {
  await inTurn(user_id, async (writing) => {
    const { count } = await writing.collection.deleteMany({ where: { id, user_id } })
    if (count === 0) throw notFound()
    await writing.$executeRaw(renumber('collections', user_id))
  })
}

/** 192 random bits in the alphabet of addresses. */
const newShareKey = () => randomBytes(24).toString('base64url')

/** The key of a collection's link: the one that it has, or a new one. */
export async function shareCollection(user_id: number, id: number): Promise<string> {
  const [shared] = await db.$queryRaw<{ share_key: string }[]>`
    UPDATE collection SET share_key = coalesce(share_key, ${newShareKey()}) WHERE id = ${id} AND user_id = ${user_id}
    RETURNING share_key`
  if (!shared) throw notFound()
  return shared.share_key
}

/** Its link leads nowhere from now on, whoever has it. */
export async function unshareCollection(user_id: number, id: number): Promise<void> {
  const { count } = await db.collection.updateMany({ where: { id, user_id }, data: { share_key: null } })
  if (count === 0) throw notFound()
}
