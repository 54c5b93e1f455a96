import { z } from 'zod'
import { mostCollected } from '#shared/collections.ts'
import type { SharedCollection } from '#shared/collections.ts'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { readCursor } from '../cursor.ts'
import { db, Prisma } from '../db.ts'
import { notFound, Refusal } from '../problem.ts'
import { patience } from './collections.ts'
import { renumber } from './positions.ts'
import { listOwn } from './prompt-cards.ts'

type Page = { limit: number; cursor?: string | undefined }
type Turn = { user_id: number; id: number; slug: string }

function listIn(id: number, { limit, cursor }: Page, locale: Locale, nextPath: (page: object) => string) {
  const place = readCursor(cursor, 'collection', z.int32())
  const after = place ? Prisma.sql`AND (position, prompt_id) > (${place.key}, ${place.id})` : Prisma.empty
  const listed = Prisma.sql`
    SELECT prompt_id, position AS key, row_number() OVER (ORDER BY position, prompt_id) AS place
      FROM collection_prompt WHERE collection_id = ${id} ${after} ORDER BY position, prompt_id LIMIT ${limit + 1}`
  return listOwn({ listed, order: 'collection', limit, locale, nextPath })
}

/** The prompts of a person's own collection, in its order. */
export async function listCollected(user_id: number, id: number, page: Page, locale: Locale) {
  const collection = await db.collection.findUnique({ where: { id, user_id }, select: { id: true } })
  if (!collection) throw notFound()
  return listIn(id, page, locale, (next) => paths.api.collectionPrompts(id, next))
}

/** A collection for whoever has its link: all are shown the same, locked prompts as cards. */
export async function openShared(share_key: string, page: Page, locale: Locale): Promise<SharedCollection> {
  const collection = await db.collection.findUnique({
    where: { share_key },
    select: { id: true, name: true, user: { select: { username: true } } },
  })
  if (!collection) throw notFound()
  const { id, name, user } = collection
  const list = await listIn(id, page, locale, (next) => paths.api.sharedCollection(share_key, next))
  return { name, owner: user.username, ...list }
}

/** The prompts of one collection change one after the other, so that positions stay without gaps. */
function inTurn(
  { user_id, id, slug }: Turn,
  work: (writing: Prisma.TransactionClient, prompt_id: number) => Promise<void>,
) {
  return db.$transaction(async (writing) => {
    const [found] = await writing.$queryRaw<{ prompt_id: number }[]>`
      SELECT prompt.id AS prompt_id FROM collection, prompt
       WHERE collection.id = ${id} AND user_id = ${user_id} AND slug = ${slug}
         FOR NO KEY UPDATE OF collection FOR KEY SHARE OF prompt`
    if (!found) throw notFound()
    await work(writing, found.prompt_id)
  }, patience)
}

/** A new prompt comes last; one that is there stays where it is. */
export function collectPrompt(turn: Turn): Promise<void> {
  return inTurn(turn, async (writing, prompt_id) => {
    const collection_id = turn.id
    const where = { collection_id_prompt_id: { collection_id, prompt_id } }
    if (await writing.collectionPrompt.findUnique({ where })) return
    const [next] = await writing.$queryRaw<{ count: number; position: number }[]>`
      SELECT count(*)::int AS count, coalesce(max(position) + 1, 0) AS position
        FROM collection_prompt WHERE collection_id = ${collection_id}`
    if (!next || next.count >= mostCollected) throw new Refusal(409, 'collected.full', { code: 'too_many' })
    await writing.collectionPrompt.create({ data: { collection_id, prompt_id, position: next.position } })
  })
}

/** Takes a prompt out; one that is not there is out already. */
export function uncollectPrompt(turn: Turn): Promise<void> {
  return inTurn(turn, async (writing, prompt_id) => {
    await writing.collectionPrompt.deleteMany({ where: { collection_id: turn.id, prompt_id } })
    await writing.$executeRaw(renumber('prompts', turn.id))
  })
}

export function moveCollected(turn: Turn, position: number): Promise<void> {
  return inTurn(turn, async (writing, prompt_id) => {
    const there = await writing.collectionPrompt.count({ where: { collection_id: turn.id, prompt_id } })
    if (there === 0) throw notFound()
    await writing.$executeRaw(renumber('prompts', turn.id, { id: prompt_id, position }))
  })
}
