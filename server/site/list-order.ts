import type { ItemMove, MovedItem } from '#shared/admin-library.ts'
import { db, Prisma } from '../db.ts'
import { addAuditEntry } from '../editing/audit.ts'
import type { Editor } from '../editing/edit.ts'
import { FieldProblem, notFound } from '../problem.ts'

type Transaction = Prisma.TransactionClient

/** A page's questions are one list, the testimonials another. */
const lists = {
  faq_item: {
    table: Prisma.sql`faq_item`,
    listOf: (id: number) => Prisma.sql`page = (SELECT page FROM faq_item WHERE id = ${id})`,
  },
  testimonial: { table: Prisma.sql`testimonial`, listOf: () => Prisma.sql`true` },
}
export type ListKind = keyof typeof lists

const locks: Record<ListKind, number> = { faq_item: 7_210_330, testimonial: 7_210_331 }

/** Whoever changes anything of a kind waits for the others: its lists are short, and one lock cannot be taken crosswise. */
export const lockList = (transaction: Transaction, kind: ListKind) =>
  transaction.$executeRaw`SELECT pg_advisory_xact_lock(${locks[kind]}::bigint)`

/** After all others. */
export async function putLast(transaction: Transaction, kind: ListKind, id: number): Promise<void> {
  const { table, listOf } = lists[kind]
  await transaction.$executeRaw`
    UPDATE ${table} SET position = (SELECT coalesce(max(position), 0) + 1 FROM ${table} WHERE ${listOf(id)} AND id <> ${id})
     WHERE id = ${id}`
}

/** Throws 404, and 400 for a neighbour that is not in the list. */
export function moveWithinList(kind: ListKind, editor: Editor, id: number, { before }: ItemMove): Promise<MovedItem> {
  const { table, listOf } = lists[kind]
  return db.$transaction(async (transaction) => {
    await lockList(transaction, kind)
    const rows = await transaction.$queryRaw<{ id: number }[]>`
      SELECT id FROM ${table} WHERE ${listOf(id)} ORDER BY position, id`
    const ids = rows.map((row) => row.id)
    const former = ids.indexOf(id)
    if (former === -1) throw notFound()
    const others = ids.filter((other) => other !== id)
    const place = before === id ? former : before === null ? others.length : others.indexOf(before)
    if (place === -1) throw new FieldProblem('before', 'site.no_place')
    if (place === former) return { place }
    await transaction.$executeRaw`
      UPDATE ${table} AS item SET position = place::int
        FROM unnest(${others.toSpliced(place, 0, id)}::int[]) WITH ORDINALITY AS placed (id, place)
       WHERE item.id = placed.id AND item.position <> place::int`
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
