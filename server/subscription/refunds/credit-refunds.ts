import { chargeStepOf } from '#shared/subscription/money.ts'
import { db } from '../../database/db.ts'
import type { Prisma } from '../../database/db.ts'
import type { Jobs } from '../../jobs.ts'
import { HttpProblem } from '../../problem.ts'
import { unreturnedAmount, isEnded } from '../access.ts'
import { withCustomerLock } from '../customers/customer-lock.ts'
import { findCustomer } from '../customers/customers.ts'
import { changeBalanceOnce } from './credit-balance.ts'
import { readRefunds, sumEffectiveRefunds } from './stripe-refunds.ts'
import { requestOrderedRefund } from './refund-orders.ts'
import { creditFailureCodes, listRefundablePayments } from './refundable-payments.ts'
import { queueOperatorMails } from '../operator-mails.ts'
import { isMissingAtStripe } from '../stripe.ts'
import type { Stripe, SyncContext } from '../stripe.ts'
import { syncCustomer } from '../sync-customer.ts'

type CreditPart = { payment_id: string; amount: number }

async function divideCredit(
  stripe: Stripe,
  customer_id: string,
  credit: number,
  currency: string,
): Promise<CreditPart[]> {
  const parts: CreditPart[] = []
  let left = credit
  for (const payment of await listRefundablePayments(customer_id, currency)) {
    if (left === 0) break
    const refunded = sumEffectiveRefunds(await readRefunds(stripe, payment.payment_intent_id ?? ''))
    const ordered = payment.refund_orders.reduce((sum, order) => sum + order.amount, 0)
    const open = Math.min(left, unreturnedAmount({ ...payment, amount_refunded: refunded }) - ordered)
    const amount = open - (open % chargeStepOf(currency))
    if (amount <= 0) continue
    parts.push({ payment_id: payment.id, amount })
    left -= amount
  }
  return parts
}

async function debitBalance(stripe: Stripe, { id, customer_id, amount, currency }: OpenRefund): Promise<string | null> {
  try {
    const change = await changeBalanceOnce(stripe, customer_id, { name: `credit_refund_${id}`, amount, currency })
    // A concurrent invoice has used a part of the credit.
    return change.ending_balance > 0 ? 'credit_used' : null
  } catch (error) {
    if (isMissingAtStripe(error)) return 'customer_deleted'
    throw error
  }
}

type OpenRefund = { id: string; customer_id: string; amount: number; currency: string }

/** Debits the balance, refunds its parts, and restores parts that Stripe refuses. Safe to repeat. */
async function finishCreditRefund({ stripe, jobs }: SyncContext, open: OpenRefund): Promise<void> {
  const { id, customer_id, currency } = open
  const where = { credit_refund_id: id }
  const failure = await debitBalance(stripe, open)
  if (failure) await db.refundOrder.updateMany({ where: { ...where, refund_id: null }, data: { failure } })
  const waiting = await db.refundOrder.findMany({
    where: { ...where, refund_id: null, failure: null },
    include: { payment: { select: { id: true, payment_intent_id: true } } },
  })
  for (const { payment, ...order } of waiting) await requestOrderedRefund(stripe, payment, order)
  const failed =
    failure === 'customer_deleted' ? [] : await db.refundOrder.findMany({ where: { ...where, refund_id: null } })
  for (const order of failed)
    await changeBalanceOnce(stripe, customer_id, { name: `credit_return_${order.id}`, amount: -order.amount, currency })
  await db.$transaction(async (transaction) => {
    const finished = { where: { id, finished_at: null }, data: { finished_at: new Date() } }
    if ((await transaction.creditRefund.updateMany(finished)).count > 0) await reportRefusals(jobs, transaction, open)
  })
}

async function reportRefusals(jobs: Jobs, transaction: Prisma.TransactionClient, { id, currency }: OpenRefund) {
  const refused = { refund_id: null, failure: { notIn: creditFailureCodes } }
  const orders = await transaction.refundOrder.findMany({ where: { ...refused, credit_refund_id: id } })
  for (const { payment_id, amount, failure } of orders) {
    const isKnown = await transaction.refundOrder.findFirst({
      where: { ...refused, payment_id, AND: [{ credit_refund_id: { not: null } }, { credit_refund_id: { not: id } }] },
      select: { id: true },
    })
    const mail = { kind: 'credit_refused' as const, payment_id, amount, currency: currency.toUpperCase() }
    if (!isKnown) await queueOperatorMails(jobs, transaction, [{ ...mail, reason: failure ?? '' }])
  }
}

async function finishOpenRefund(sync: SyncContext, customer_id: string): Promise<void> {
  const open = await db.creditRefund.findFirst({ where: { customer_id, finished_at: null } })
  if (open) await finishCreditRefund(sync, open)
}

async function isSubscribed(stripe: Stripe, customer: string): Promise<boolean> {
  for await (const subscription of stripe.subscriptions.list({ customer, status: 'all', limit: 100 }))
    if (!isEnded(subscription)) return true
  return false
}

async function refundCreditOf(sync: SyncContext, customer_id: string): Promise<number> {
  const { stripe } = sync
  await finishOpenRefund(sync, customer_id)
  await syncCustomer(sync, customer_id)
  const customer = await stripe.customers.retrieve(customer_id)
  if (customer.deleted || customer.balance >= 0 || !customer.currency) return 0
  if (await isSubscribed(stripe, customer_id))
    throw new HttpProblem(409, 'subscription.problem.credit_in_use', { code: 'credit_in_use' })
  const parts = await divideCredit(stripe, customer_id, -customer.balance, customer.currency.toUpperCase())
  const amount = parts.reduce((sum, part) => sum + part.amount, 0)
  if (amount === 0) return 0
  const open = await db.$transaction(async (transaction) => {
    const made = await transaction.creditRefund.create({
      data: { customer_id, amount, currency: customer.currency ?? '' },
    })
    const orders = parts.map((part) => ({ ...part, id: crypto.randomUUID(), credit_refund_id: made.id }))
    await transaction.refundOrder.createMany({ data: orders })
    return made
  })
  await finishCreditRefund(sync, open)
  await syncCustomer(sync, customer_id)
  const made = await db.refundOrder.findMany({ where: { credit_refund_id: open.id, refund_id: { not: null } } })
  return made.reduce((sum, order) => sum + order.amount, 0)
}

/** Refunds credit to the cards that paid for it. Throws 409 without credit or during a subscription. */
export async function refundCredit(sync: SyncContext, user_id: number): Promise<void> {
  const customer = await findCustomer(user_id)
  const refunded = customer ? await withCustomerLock(customer.id, () => refundCreditOf(sync, customer.id)) : 0
  if (refunded === 0) throw new HttpProblem(409, 'subscription.problem.no_credit', { code: 'no_credit' })
}

/** Refunds credit before an account is removed. Credit that cannot be refunded is lost. */
export const refundCreditForRemoval = (sync: SyncContext, customer_id: string): Promise<number> =>
  withCustomerLock(customer_id, () => refundCreditOf(sync, customer_id))

const inProgressMs = 180_000

export async function finishCreditRefunds(sync: SyncContext, now = Date.now()): Promise<void> {
  const open = await db.creditRefund.findMany({
    where: { finished_at: null, created_at: { lt: new Date(now - inProgressMs) } },
    select: { customer_id: true },
    orderBy: { created_at: 'asc' },
    take: 100,
  })
  const failures: unknown[] = []
  for (const { customer_id } of open)
    await withCustomerLock(customer_id, () => finishOpenRefund(sync, customer_id))
      .then(() => syncCustomer(sync, customer_id))
      .catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'Some credits could not be refunded.')
}
