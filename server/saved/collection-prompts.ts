import { maxCollectionItems } from '#shared/library/collections.ts'
import type { SharedCollection } from '#shared/library/collections.ts'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import type { Untagged } from '../cache/cache-tags.ts'
import { keyset } from '../sql/cursor.ts'
import type { ListQuery } from '../sql/cursor.ts'
import { db, Prisma } from '../database/db.ts'
import { notFound, HttpProblem } from '../problem.ts'
import { moveTo, readOrder, writeOrder } from '../sql/positions.ts'
import type { OrderedList } from '../sql/positions.ts'
import { getUnlockedPromptId } from '../library/prompts.ts'
import type { PromptReader } from '../library/prompts.ts'
import { listPersonalPrompts } from '../library/prompt-cards.ts'
import type { PersonalList } from '../library/prompt-cards.ts'

type CollectedKey = { user_id: number; id: number; slug: string }

const listIn = (id: number, query: ListQuery, pathOf: (page: object) => string): PersonalList => ({
  keyset: keyset('collection', 'int', ['position', 'prompt_id'], 'ASC'),
  query,
  pathOf,
  listed: ({ after, by, most }) => Prisma.sql`
    SELECT prompt_id, position AS key, row_number() OVER (ORDER BY ${by}) AS place
      FROM collection_prompt WHERE collection_id = ${id} AND ${after}
       AND EXISTS (SELECT FROM effective_prompt AS prompt WHERE prompt.id = prompt_id)
     ORDER BY ${by} LIMIT ${most}`,
})

export async function listCollectionPrompts(user_id: number, id: number, query: ListQuery, locale: Locale) {
  const collection = await db.collection.findUnique({ where: { id, user_id }, select: { id: true } })
  if (!collection) throw notFound()
  return listPersonalPrompts(
    listIn(id, query, (page) => paths.api.collectionPrompts(id, page)),
    locale,
  )
}

export async function getSharedCollection(
  share_key: string,
  query: ListQuery,
  locale: Locale,
): Promise<Untagged<SharedCollection>> {
  const collection = await db.collection.findUnique({
    where: { share_key, user: { hides_content: false } },
    select: { id: true, name: true, user: { select: { username: true } } },
  })
  if (!collection) throw notFound()
  const { id, name, user } = collection
  const pathOf = (page: object) => paths.api.sharedCollection(share_key, page)
  const list = await listPersonalPrompts(listIn(id, query, pathOf), locale)
  return { value: { name, owner: user.username, ...list }, cacheTags: null }
}

const promptsOf = (collection_id: number): OrderedList => ({
  table: 'collection_prompt',
  id: 'prompt_id',
  rows: Prisma.sql`item.collection_id = ${collection_id}`,
  first: 0,
})

/** Locks the collection's row, so that changes run one at a time and positions have no gaps. */
function withLockedCollection(
  { user_id, id, slug }: CollectedKey,
  callback: (transaction: Prisma.TransactionClient, prompt_id: number) => Promise<void>,
) {
  return db.$transaction(async (transaction) => {
    const [found] = await transaction.$queryRaw<{ prompt_id: number }[]>`
      SELECT prompt.id AS prompt_id FROM collection, prompt
       WHERE collection.id = ${id} AND user_id = ${user_id} AND slug = ${slug}
         FOR NO KEY UPDATE OF collection FOR KEY SHARE OF prompt`
    if (!found) throw notFound()
    await callback(transaction, found.prompt_id)
  })
}

export async function addToCollection(collection_id: number, slug: string, reader: PromptReader): Promise<void> {
  await getUnlockedPromptId(slug, reader)
  await withLockedCollection({ user_id: reader.viewer.id, id: collection_id, slug }, async (transaction, prompt_id) => {
    const where = { collection_id_prompt_id: { collection_id, prompt_id } }
    if (await transaction.collectionPrompt.findUnique({ where })) return
    const [next] = await transaction.$queryRaw<{ count: number; position: number }[]>`
      SELECT count(*)::int AS count, coalesce(max(position) + 1, 0) AS position
        FROM collection_prompt WHERE collection_id = ${collection_id}`
    if (!next || next.count >= maxCollectionItems) throw new HttpProblem(409, 'collected.full', { code: 'too_many' })
    await transaction.collectionPrompt.create({ data: { collection_id, prompt_id, position: next.position } })
  })
}

export function removeFromCollection(key: CollectedKey): Promise<void> {
  return withLockedCollection(key, async (transaction, prompt_id) => {
    await transaction.collectionPrompt.deleteMany({ where: { collection_id: key.id, prompt_id } })
    const list = promptsOf(key.id)
    await writeOrder(transaction, list, await readOrder(transaction, list))
  })
}

export function moveInCollection(key: CollectedKey, position: number): Promise<void> {
  return withLockedCollection(key, async (transaction, prompt_id) => {
    const list = promptsOf(key.id)
    const ids = await readOrder(transaction, list)
    if (!ids.includes(prompt_id)) throw notFound()
    // Archived prompts keep their positions, but only public ones count here.
    const others = ids.filter((id) => id !== prompt_id)
    const [next] = await transaction.$queryRaw<{ index: number }[]>`
      SELECT ordinality::int - 1 AS index FROM unnest(${others}::int[]) WITH ORDINALITY AS other (id, ordinality)
       WHERE EXISTS (SELECT FROM effective_prompt AS prompt WHERE prompt.id = other.id)
       ORDER BY ordinality OFFSET ${position}::int LIMIT 1`
    await writeOrder(transaction, list, moveTo(ids, prompt_id, next?.index ?? others.length))
  })
}
