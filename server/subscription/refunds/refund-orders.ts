import type { NewRefund, RefundState } from '#shared/admin/payments.ts'
import { toMinorUnits } from '#shared/subscription/to-minor-units.ts'
import { fromMinorUnits, chargeStepOf, minorUnitsPerUnit } from '#shared/subscription/money.ts'
import { db } from '../../database/db.ts'
import { addAuditEntry } from '../../editing/audit.ts'
import type { WithEtag } from '../../editing/edit.ts'
import { checkIfMatch, etagOf } from '../../editing/entity-tag.ts'
import { FieldProblem, HttpProblem, notFound } from '../../problem.ts'
import { refundedPayment, isRunning } from '../access.ts'
import { withCustomerLock } from '../customers/customer-lock.ts'
import { blocksRefund, isClosedDispute } from './dispute-state.ts'
import { readRefunds, sumEffectiveRefunds } from './stripe-refunds.ts'
import { createOnce } from '../idempotency.ts'
import { wrongAmountProblem } from '../prices/price-amounts.ts'
import { dateOfSeconds, Stripe } from '../stripe.ts'
import { syncCustomer } from '../sync-customer.ts'
import type { SyncContext } from '../stripe.ts'

const findPayment = (id: string) =>
  db.payment.findUnique({
    where: { id },
    include: {
      refund_orders: { where: { refund_id: null }, orderBy: { created_at: 'asc' } },
      customer: { include: { payments: true, subscriptions: true } },
    },
  })
type PaymentRow = NonNullable<Awaited<ReturnType<typeof findPayment>>>

async function getPayment(id: string): Promise<PaymentRow> {
  const payment = await findPayment(id)
  if (!payment) throw notFound()
  return payment
}

/** True if a full refund of this payment would end a subscription. */
function endsAccess({ id, subscription_id, customer }: PaymentRow): boolean {
  const runs = customer.subscriptions.some((row) => row.id === subscription_id && isRunning(row))
  if (!runs || subscription_id === null) return false
  const payments = customer.payments.map((row) => (row.id === id ? { ...row, status: 'refunded' } : row))
  return (
    refundedPayment(subscription_id, customer.payments) === null && refundedPayment(subscription_id, payments) !== null
  )
}

async function refundStateOf(stripe: Stripe, payment: PaymentRow): Promise<RefundState> {
  const { id, amount, currency, payment_intent_id, paid_at, dispute_status } = payment
  const refunds = payment_intent_id === null ? [] : await readRefunds(stripe, payment_intent_id)
  const refunded = sumEffectiveRefunds(refunds)
  const ordered = payment.refund_orders
    .filter(({ failure }) => failure === null)
    .reduce((sum, order) => sum + order.amount, 0)
  const left = Math.max(0, amount - refunded - ordered - payment.amount_refund_resolved)
  const closed = () => {
    if (blocksRefund(dispute_status)) return isClosedDispute(dispute_status) ? 'dispute_closed' : 'disputed'
    if (paid_at === null || payment_intent_id === null || amount === 0) return 'not_paid'
    return left === 0 ? 'nothing_left' : null
  }
  const decimal = (cents: number) => fromMinorUnits(cents, currency)
  return {
    id,
    amount: decimal(amount),
    given: decimal(refunded),
    left: decimal(left),
    currency,
    closed: closed(),
    ends_access: endsAccess(payment),
    refunds: refunds.map((refund) => ({
      id: refund.id,
      amount: decimal(refund.amount),
      status: refund.status ?? 'unknown',
      created_at: dateOfSeconds(refund.created).toISOString(),
      is_ordered: refund.metadata?.refund_order !== undefined,
    })),
    orders: payment.refund_orders.map((order) => ({
      id: order.id,
      amount: decimal(order.amount),
      created_at: order.created_at.toISOString(),
      failure: order.failure,
    })),
  }
}

export async function readRefundState(stripe: Stripe, payment_id: string): Promise<WithEtag<RefundState>> {
  const item = await refundStateOf(stripe, await getPayment(payment_id))
  return { item, etag: etagOf(item) }
}

type Order = { id: string; amount: number }
type Charged = { id: string; payment_intent_id: string | null }

/** Requests the refund of an order, once. If Stripe refuses, stores the refusal. */
export async function requestOrderedRefund(
  stripe: Stripe,
  { id: payment_id, payment_intent_id }: Charged,
  { id, amount }: Order,
): Promise<void> {
  if (payment_intent_id === null) return
  try {
    const refund = await createOnce(`refund_order_${id}`, async (options) => {
      const made = (await readRefunds(stripe, payment_intent_id)).find(({ metadata }) => metadata?.refund_order === id)
      const metadata = { refund_order: id }
      return (
        made ??
        stripe.refunds.create(
          { payment_intent: payment_intent_id, amount, reason: 'requested_by_customer', metadata },
          options,
        )
      )
    })
    await db.$transaction([
      db.refundOrder.update({ where: { id }, data: { refund_id: refund.id }, select: { id: true } }),
      db.payment.update({ where: { id: payment_id }, data: { refund_refusal: null }, select: { id: true } }),
    ])
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    const failure = error.code ?? 'refused'
    await db.refundOrder.update({ where: { id }, data: { failure }, select: { id: true } })
  }
}

async function requestOpenRefunds(stripe: Stripe, payment: PaymentRow): Promise<void> {
  for (const order of payment.refund_orders)
    if (order.failure === null && order.credit_refund_id === null) await requestOrderedRefund(stripe, payment, order)
}

function checkAmount(amount: number | null, { left, closed, currency }: RefundState): number {
  if (closed === 'disputed' || closed === 'dispute_closed')
    throw new HttpProblem(409, `subscription.refund.${closed}`, { code: closed })
  if (closed !== null) throw new HttpProblem(409, 'subscription.refund.nothing_left', { code: closed })
  if (amount === null)
    throw new FieldProblem(
      'amount',
      wrongAmountProblem(currency, chargeStepOf(currency), Math.round(left * minorUnitsPerUnit(currency))),
    )
  if (amount <= 0 || fromMinorUnits(amount, currency) > left)
    throw new FieldProblem('amount', 'subscription.refund.wrong_amount')
  return amount
}

type PaymentEdit = { payment_id: string; if_match: string | undefined; editor: { id: number | null } }

/** Stores a refund order and its audit entry before the request to Stripe. */
async function createOrder(stripe: Stripe, payment: PaymentRow, { if_match, editor }: PaymentEdit, refund: NewRefund) {
  const state = await refundStateOf(stripe, payment)
  checkIfMatch(if_match, state)
  const { id: payment_id, currency } = payment
  const amount = checkAmount(toMinorUnits(refund.amount, currency), state)
  return db.$transaction(async (transaction) => {
    const order = await transaction.refundOrder.create({ data: { id: refund.order_id, payment_id, amount } })
    await addAuditEntry(transaction, {
      actor_id: editor.id,
      kind: 'payment',
      action: 'refund_ordered',
      target: payment_id,
      note: refund.reason,
      after: { amount: fromMinorUnits(amount, currency), currency, all: refund.amount === state.left },
    })
    return order
  })
}

/** Stores a refund order and requests it. A repeated order is refunded once. Throws 404, 409, 412, 428. */
export async function orderRefund(
  sync: SyncContext,
  edit: PaymentEdit,
  refund: NewRefund,
): Promise<WithEtag<RefundState>> {
  const { stripe } = sync
  const { customer_id } = await getPayment(edit.payment_id)
  return withCustomerLock(customer_id, async () => {
    await requestOpenRefunds(stripe, await getPayment(edit.payment_id))
    const payment = await getPayment(edit.payment_id)
    const known = await db.refundOrder.findUnique({ where: { id: refund.order_id } })
    const isOther =
      known && (known.payment_id !== payment.id || known.amount !== toMinorUnits(refund.amount, payment.currency))
    if (isOther) throw new HttpProblem(409, 'subscription.refund.other_order', { code: 'other_order' })
    if (!known) await requestOrderedRefund(stripe, payment, await createOrder(stripe, payment, edit, refund))
    const order = await db.refundOrder.findUniqueOrThrow({ where: { id: refund.order_id } })
    await syncCustomer(sync, customer_id)
    if (order.failure !== null)
      throw new HttpProblem(409, 'subscription.refund.refused', { code: 'refused', reason: order.failure })
    return readRefundState(stripe, payment.id)
  })
}

const inProgressMs = 180_000

/** Completes refund orders that a crash or an outage of Stripe interrupted. */
export async function finishRefundOrders(sync: SyncContext, now = Date.now()): Promise<void> {
  const orders = await db.refundOrder.findMany({
    where: { refund_id: null, failure: null, credit_refund_id: null, created_at: { lt: new Date(now - inProgressMs) } },
    select: { payment: { select: { id: true, customer_id: true } } },
    orderBy: { created_at: 'asc' },
    take: 100,
  })
  const payments = new Map(orders.map(({ payment }) => [payment.id, payment]))
  const failures: unknown[] = []
  for (const { id, customer_id } of payments.values())
    await withCustomerLock(customer_id, async () => requestOpenRefunds(sync.stripe, await getPayment(id)))
      .then(() => syncCustomer(sync, customer_id))
      .catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new Error(`${failures.length} refunds failed.`, { cause: failures[0] })
}
