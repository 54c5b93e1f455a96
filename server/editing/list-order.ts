import type { ItemMove, MovedItem } from '#shared/admin/library.ts'
import type { AuditKind } from '#shared/admin/audit.ts'
import { legalSlugs } from '#shared/site/paths.ts'
import { advisoryLockIds } from '../database/locks.ts'
import { db, Prisma } from '../database/db.ts'
import { addAuditEntry } from './audit.ts'
import type { Editor } from './edit.ts'
import { FieldProblem, notFound } from '../problem.ts'
import type { ProblemKey } from '../translate.ts'

type Transaction = Prisma.TransactionClient

/** Ordered lists. Each page has a list of questions. Legal pages are in no list. */
const lists = {
  faq_item: {
    table: Prisma.sql`faq_item`,
    listOf: (id: number) => Prisma.sql`page = (SELECT page FROM faq_item WHERE id = ${id})`,
  },
  testimonial: { table: Prisma.sql`testimonial`, listOf: () => Prisma.sql`true` },
  site_page: { table: Prisma.sql`site_page`, listOf: () => Prisma.sql`NOT slug = ANY(${[...legalSlugs]})` },
  landing_section: { table: Prisma.sql`landing_section`, listOf: () => Prisma.sql`name <> 'hero'` },
}
export type ListKind = keyof typeof lists

const lockOf: Record<ListKind, number> = {
  faq_item: advisoryLockIds.faqList,
  testimonial: advisoryLockIds.testimonialList,
  site_page: advisoryLockIds.sitePageList,
  landing_section: advisoryLockIds.landingSections,
}

/** Locks all lists of a kind. They are short, and changes under one lock cannot deadlock. */
export const lockList = (transaction: Transaction, kind: ListKind) =>
  transaction.$executeRaw`SELECT pg_advisory_xact_lock(${lockOf[kind]}::bigint)`

export async function moveToEnd(transaction: Transaction, kind: ListKind, id: number): Promise<void> {
  const { table, listOf } = lists[kind]
  await transaction.$executeRaw`
    UPDATE ${table} SET position = (SELECT coalesce(max(position), 0) + 1 FROM ${table} WHERE ${listOf(id)} AND id <> ${id})
     WHERE id = ${id}`
}

type Move = { kind: AuditKind; editor: Editor; id: number; before: number | null; refusal: ProblemKey }
type OrderedList = { ids: number[]; write: (ids: number[]) => Promise<unknown> }

/** Moves an item before another. `lockItems` locks the list and returns its ids. Throws 404, or 400 (`refusal`). */
export function moveItem(
  { kind, editor, id, before, refusal }: Move,
  lockItems: (transaction: Transaction) => Promise<OrderedList>,
): Promise<MovedItem> {
  return db.$transaction(async (transaction) => {
    const { ids, write } = await lockItems(transaction)
    const former = ids.indexOf(id)
    if (former === -1) throw notFound()
    const others = ids.filter((other) => other !== id)
    const position = before === id ? former : before === null ? others.length : others.indexOf(before)
    if (position === -1) throw new FieldProblem('before', refusal)
    await write(others.toSpliced(position, 0, id))
    if (position !== former)
      await addAuditEntry(transaction, {
        actor_id: editor.id,
        kind,
        action: 'moved',
        target: id,
        before: { place: former },
        after: { place: position },
      })
    return { place: position }
  })
}

export function moveWithinList(kind: ListKind, editor: Editor, id: number, { before }: ItemMove): Promise<MovedItem> {
  const { table, listOf } = lists[kind]
  return moveItem({ kind, editor, id, before, refusal: 'site.no_place' }, async (transaction) => {
    await lockList(transaction, kind)
    const rows = await transaction.$queryRaw<{ id: number }[]>`
      SELECT id FROM ${table} WHERE ${listOf(id)} ORDER BY position, id`
    const write = (ids: number[]) => transaction.$executeRaw`
      UPDATE ${table} AS item SET position = place::int
        FROM unnest(${ids}::int[]) WITH ORDINALITY AS placed (id, place)
       WHERE item.id = placed.id AND item.position <> place::int`
    return { ids: rows.map((row) => row.id), write }
  })
}
