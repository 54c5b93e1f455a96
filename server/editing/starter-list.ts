import { db } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import { lockList } from './list-order.ts'
import type { ListKind } from './list-order.ts'

type Transaction = Prisma.TransactionClient
type StarterKind = Extract<ListKind, 'faq_item' | 'testimonial'>

const isEmpty = async (transaction: Transaction, kind: StarterKind) =>
  kind === 'faq_item'
    ? !(await transaction.faqItem.findFirst({ select: { id: true } }))
    : !(await transaction.testimonial.findFirst({ select: { id: true } }))

const isUntouched = async (transaction: Transaction, kind: StarterKind) =>
  (await isEmpty(transaction, kind)) &&
  !(await transaction.auditEntry.findFirst({ where: { kind }, select: { id: true } }))

/** Fills an empty list that no admin has edited, once even if several servers start at the same time. */
export async function addStarterList(
  kind: StarterKind,
  add: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  if (!(await isUntouched(db, kind))) return
  await db.$transaction(async (transaction) => {
    await lockList(transaction, kind)
    if (await isUntouched(transaction, kind)) await add(transaction)
  })
}
