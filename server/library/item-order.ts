import type { ItemMove, MovedItem } from '#shared/admin/library.ts'
import { advisoryLockIds } from '../database/locks.ts'
import { db, Prisma } from '../database/db.ts'
import { addAuditEntry } from '../editing/audit.ts'
import type { Editor } from '../editing/edit.ts'
import { moveItem } from '../editing/list-order.ts'
import { notFound } from '../problem.ts'
import { collations } from '../sql/collations.ts'
import { readOrder } from '../sql/positions.ts'
import type { OrderedList } from '../sql/positions.ts'

type Transaction = Prisma.TransactionClient
type Kind = 'category' | 'use_case' | 'prompt_set' | 'pipeline'

/** Columns of names, which order items without a position. */
const nameColumns: Partial<Record<Kind, string>> = { category: 'name', use_case: 'title' }

/** Locks a list. Categories, pipelines and sets have one list each, use cases one per category. */
async function lockList(transaction: Transaction, kind: Kind, category_id: number | null): Promise<OrderedList> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${advisoryLockIds.libraryOrder}::int, ${category_id ?? 0}::int)`
  const name = nameColumns[kind]
  return {
    table: kind,
    rows: category_id === null ? Prisma.sql`true` : Prisma.sql`item.category_id = ${category_id}`,
    first: 0,
    join: Prisma.raw(`JOIN ${kind}_text AS text ON text.${kind}_id = item.id AND text.locale = 'en'`),
    ...(name && { otherwise: Prisma.sql`${Prisma.raw(`text.${name}`)} ${collations.en}, item.id` }),
  }
}

async function categoryOf(transaction: Transaction, kind: Kind, id: number): Promise<number | null> {
  const category_id = kind === 'use_case' ? Prisma.sql`category_id` : Prisma.sql`NULL::int`
  const [found] = await transaction.$queryRaw<{ category_id: number | null }[]>`
    SELECT ${category_id} AS category_id FROM ${Prisma.raw(kind)} WHERE id = ${id}`
  if (!found) throw notFound()
  return found.category_id
}

/** Moves an item. The first move numbers the list. Throws 404, or 400 for a neighbour in another list. */
export const moveLibraryItem = (kind: Kind, editor: Editor, id: number, { before }: ItemMove): Promise<MovedItem> =>
  moveItem({ kind, editor, id, before, refusal: 'edited_library.no_place' }, async (transaction) =>
    lockList(transaction, kind, await categoryOf(transaction, kind, id)),
  )

export async function sortByName(
  kind: 'category' | 'use_case',
  editor: Editor,
  category_id: number | null,
): Promise<void> {
  await db.$transaction(async (transaction) => {
    const list = await lockList(transaction, kind, category_id)
    const before = await readOrder(transaction, list)
    const count = await transaction.$executeRaw`
      UPDATE ${Prisma.raw(kind)} AS item SET position = NULL WHERE position IS NOT NULL AND ${list.rows}`
    if (count === 0) return
    const of =
      category_id === null
        ? ({ kind: 'library', target: 'categories' } as const)
        : ({ kind: 'category', target: category_id } as const)
    await addAuditEntry(transaction, { actor_id: editor.id, ...of, action: 'sorted', before: { ids: before } })
  })
}
