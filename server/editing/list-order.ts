import type { ItemMove, MovedItem } from '#shared/admin/library.ts'
import type { AuditKind } from '#shared/admin/audit.ts'
import { legalSlugs } from '#shared/site/paths.ts'
import { advisoryLockIds } from '../database/locks.ts'
import { db, Prisma } from '../database/db.ts'
import { moveTo, readOrder, writeOrder } from '../sql/positions.ts'
import type { OrderedList } from '../sql/positions.ts'
import { addAuditEntry } from './audit.ts'
import type { Editor } from './edit.ts'
import { FieldProblem, notFound } from '../problem.ts'
import type { ProblemKey } from '../translate.ts'

type Transaction = Prisma.TransactionClient

/** Conditions of lists. Each page has a list of questions. Legal pages are in no list. */
const rowsOf = {
  faq_item: (id: number) => Prisma.sql`page = (SELECT page FROM faq_item WHERE id = ${id})`,
  testimonial: () => Prisma.sql`true`,
  site_page: () => Prisma.sql`NOT slug = ANY(${[...legalSlugs]})`,
  landing_section: () => Prisma.sql`name <> 'hero'`,
}
export type ListKind = keyof typeof rowsOf

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
  const table = Prisma.raw(kind)
  await transaction.$executeRaw`
    UPDATE ${table} SET position = (SELECT coalesce(max(position), 0) + 1 FROM ${table} WHERE ${rowsOf[kind](id)} AND id <> ${id})
     WHERE id = ${id}`
}

/** Locks the list and adds an item at its end. */
export async function addToEnd(transaction: Transaction, kind: ListKind, add: () => Promise<{ id: number }>) {
  await lockList(transaction, kind)
  const added = await add()
  await moveToEnd(transaction, kind, added.id)
  return added
}

type Move = { kind: AuditKind; editor: Editor; id: number; before: number | null; refusal: ProblemKey }

/** Moves an item before another. Throws 404, or 400 (`refusal`). */
export function moveItem(
  { kind, editor, id, before, refusal }: Move,
  lockOrder: (transaction: Transaction) => Promise<OrderedList>,
): Promise<MovedItem> {
  return db.$transaction(async (transaction) => {
    const list = await lockOrder(transaction)
    const ids = await readOrder(transaction, list)
    const former = ids.indexOf(id)
    if (former === -1) throw notFound()
    const others = ids.filter((other) => other !== id)
    const position = before === id ? former : before === null ? others.length : others.indexOf(before)
    if (position === -1) throw new FieldProblem('before', refusal)
    await writeOrder(transaction, list, moveTo(ids, id, position))
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

export const moveWithinList = (kind: ListKind, editor: Editor, id: number, { before }: ItemMove): Promise<MovedItem> =>
  moveItem({ kind, editor, id, before, refusal: 'site.no_place' }, async (transaction) => {
    await lockList(transaction, kind)
    return { table: kind, rows: rowsOf[kind](id), first: 1 }
  })
