import type { ItemMove, MovedItem } from '#shared/admin-library.ts'
import { db, Prisma } from '../db.ts'
import { addAuditEntry } from '../editing/audit.ts'
import type { Editor } from '../editing/edit.ts'
import { FieldProblem, notFound } from '../problem.ts'

type Transaction = Prisma.TransactionClient
/** All categories are one list, all pipelines another, the use cases of a category one each; functional groups are always by name. */
const ordered = {
  category: {
    table: Prisma.sql`category`,
    words: Prisma.sql`category_text`,
    key: Prisma.sql`category_id`,
    otherwise: Prisma.sql`text.name, item.id`,
  },
  use_case: {
    table: Prisma.sql`use_case`,
    words: Prisma.sql`use_case_text`,
    key: Prisma.sql`use_case_id`,
    otherwise: Prisma.sql`text.title, item.id`,
  },
  pipeline: {
    table: Prisma.sql`pipeline`,
    words: Prisma.sql`pipeline_text`,
    key: Prisma.sql`pipeline_id`,
    otherwise: Prisma.sql`item.id`,
  },
}
type Kind = keyof typeof ordered
const orderLock = 7_210_320

/** As the list reads in English. Those who move in one list wait for each other. */
async function lockOrder(transaction: Transaction, kind: Kind, category_id: number | null): Promise<number[]> {
  const { table, words, key, otherwise } = ordered[kind]
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${orderLock}::int, ${category_id ?? 0}::int)`
  const within = category_id === null ? Prisma.sql`true` : Prisma.sql`item.category_id = ${category_id}`
  const rows = await transaction.$queryRaw<{ id: number }[]>`
    SELECT item.id FROM ${table} AS item JOIN ${words} AS text ON text.${key} = item.id AND text.locale = 'en'
     WHERE ${within} ORDER BY item.position, ${otherwise}`
  return rows.map(({ id }) => id)
}

/** Only those between the old place and the new one are written. A use case that left meanwhile has no place here. */
function writeOrder(transaction: Transaction, kind: Kind, ids: number[], category_id: number | null) {
  const within = category_id === null ? Prisma.sql`true` : Prisma.sql`item.category_id = ${category_id}`
  return transaction.$executeRaw`
    UPDATE ${ordered[kind].table} AS item SET position = place::int - 1
      FROM unnest(${ids}::int[]) WITH ORDINALITY AS placed (id, place)
     WHERE item.id = placed.id AND ${within} AND item.position IS DISTINCT FROM place::int - 1`
}

async function listOf(transaction: Transaction, kind: Kind, id: number): Promise<number | null> {
  const { table } = ordered[kind]
  const category_id = kind === 'use_case' ? Prisma.sql`category_id` : Prisma.sql`NULL::int`
  const [found] = await transaction.$queryRaw<{ category_id: number | null }[]>`
    SELECT ${category_id} AS category_id FROM ${table} WHERE id = ${id}`
  if (!found) throw notFound()
  return found.category_id
}

/** The first move of a list gives all of it a place. Throws 404, and 400 for a neighbour that is not in the list. */
export function move(kind: Kind, editor: Editor, id: number, { before }: ItemMove): Promise<MovedItem> {
  return db.$transaction(async (transaction) => {
    const category_id = await listOf(transaction, kind, id)
    const ids = await lockOrder(transaction, kind, category_id)
    const former = ids.indexOf(id)
    if (former === -1) throw notFound()
    const others = ids.filter((other) => other !== id)
    const place = before === id ? former : before === null ? others.length : others.indexOf(before)
    if (place === -1) throw new FieldProblem('before', 'edited_library.no_place')
    await writeOrder(transaction, kind, others.toSpliced(place, 0, id), category_id)
    if (place !== former)
      await addAuditEntry(transaction, {
        actor_id: editor.id,
        kind,
        action: 'moved',
        target: id,
        before: { place: former },
        after: { place },
      })
    return { place }
  })
}

/** Back to the order of names, in whatever language: all categories, or the use cases of one. */
export async function orderByName(
  kind: Exclude<Kind, 'pipeline'>,
  editor: Editor,
  category_id: number | null,
): Promise<void> {
  await db.$transaction(async (transaction) => {
    const before = await lockOrder(transaction, kind, category_id)
    const within = category_id === null ? Prisma.sql`true` : Prisma.sql`category_id = ${category_id}`
    const count = await transaction.$executeRaw`
      UPDATE ${ordered[kind].table} SET position = NULL WHERE position IS NOT NULL AND ${within}`
    if (count === 0) return
    const of =
      category_id === null
        ? ({ kind: 'library', target: 'categories' } as const)
        : ({ kind: 'category', target: category_id } as const)
    await addAuditEntry(transaction, { actor_id: editor.id, ...of, action: 'sorted', before: { ids: before } })
  })
}
