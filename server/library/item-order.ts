import type { ItemMove, MovedItem } from '#shared/admin/library.ts'
import { advisoryLockIds } from '../database/locks.ts'
import { db, Prisma } from '../database/db.ts'
import { addAuditEntry } from '../editing/audit.ts'
import type { Editor } from '../editing/edit.ts'
import { moveItem } from '../editing/list-order.ts'
import { notFound } from '../problem.ts'
import { collations } from '../sql/collations.ts'

type Transaction = Prisma.TransactionClient
/** Kinds with a manual order. Categories, pipelines and sets have one list each, use cases one per category. */
const ordered = {
  category: {
    table: Prisma.sql`category`,
    words: Prisma.sql`category_text`,
    key: Prisma.sql`category_id`,
    otherwise: Prisma.sql`text.name ${collations.en}, item.id`,
  },
  use_case: {
    table: Prisma.sql`use_case`,
    words: Prisma.sql`use_case_text`,
    key: Prisma.sql`use_case_id`,
    otherwise: Prisma.sql`text.title ${collations.en}, item.id`,
  },
  prompt_set: {
    table: Prisma.sql`prompt_set`,
    words: Prisma.sql`prompt_set_text`,
    key: Prisma.sql`prompt_set_id`,
    otherwise: Prisma.sql`item.id`,
  },
  pipeline: {
    table: Prisma.sql`pipeline`,
    words: Prisma.sql`pipeline_text`,
    key: Prisma.sql`pipeline_id`,
    otherwise: Prisma.sql`item.id`,
  },
}
type Kind = keyof typeof ordered

/** Locks the list and returns its ids. Items without a position are in the order of their English names. */
async function lockOrder(transaction: Transaction, kind: Kind, category_id: number | null): Promise<number[]> {
  const { table, words, key, otherwise } = ordered[kind]
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${advisoryLockIds.libraryOrder}::int, ${category_id ?? 0}::int)`
  const within = category_id === null ? Prisma.sql`true` : Prisma.sql`item.category_id = ${category_id}`
  const rows = await transaction.$queryRaw<{ id: number }[]>`
    SELECT item.id FROM ${table} AS item JOIN ${words} AS text ON text.${key} = item.id AND text.locale = 'en'
     WHERE ${within} ORDER BY item.position, ${otherwise}`
  return rows.map(({ id }) => id)
}

/** Writes changed positions. Skips a use case that has moved to another category. */
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

/** Moves an item. The first move numbers the list. Throws 404, or 400 for a neighbour in another list. */
export function moveLibraryItem(kind: Kind, editor: Editor, id: number, { before }: ItemMove): Promise<MovedItem> {
  return moveItem({ kind, editor, id, before, refusal: 'edited_library.no_place' }, async (transaction) => {
    const category_id = await listOf(transaction, kind, id)
    const ids = await lockOrder(transaction, kind, category_id)
    return { ids, write: (changed) => writeOrder(transaction, kind, changed, category_id) }
  })
}

export async function sortByName(
  kind: 'category' | 'use_case',
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
