import { isDeepStrictEqual } from 'node:util'
import { db } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import { isMoneyReturned } from './access.ts'
import { storedCard, syncDefaultCard } from './customers/card.ts'
import { findStoredCustomer, readPrices, mergeCustomerState } from './customers/customer-state.ts'
import type { CustomerState, StoredCustomer } from './customers/customer-state.ts'
import { refundUnlessTried } from './refunds/automatic-refunds.ts'
import { retryFinalization } from './payments/finalization.ts'
import { recordFraudWarnings } from './refunds/fraud-warnings.ts'
import { finishSwitch } from './finish-switch.ts'
import { accessOfCustomer, ledgerEntriesForChange, timeOfState } from './payments/ledger.ts'
import { syncSchedules } from './prices/next-price.ts'
import { fetchCustomer } from './customers/fetch-customer.ts'
import { operatorMailsForChange, queueOperatorMails } from './operator-mails.ts'
import { listLatePayments, reclaimCredits, repairSubscription, listRepairs } from './repairs.ts'
import { invoiceMailsForChange, mailsForEntries, queueSubscriptionMails } from './queued-mails.ts'
import type { SyncContext } from './stripe.ts'
import { recordUnknownStatuses } from './unknown-statuses.ts'

type Transaction = Prisma.TransactionClient

const maxAttempts = 8

const changedRows = <Row extends { id: string }>(before: Row[], after: Row[]) => {
  const former = new Map(before.map((row) => [row.id, row]))
  return after.filter((row) => !isDeepStrictEqual(row, former.get(row.id)))
}

async function upsertRows(transaction: Transaction, customer_id: string, before: CustomerState, after: CustomerState) {
  for (const row of changedRows(before.subscriptions, after.subscriptions))
    await transaction.subscription.upsert({ where: { id: row.id }, create: { ...row, customer_id }, update: row })
  for (const row of changedRows(before.payments, after.payments))
    await transaction.payment.upsert({
      where: { id: row.id },
      create: { ...row, customer_id },
      update: { ...row, ...(isMoneyReturned(row) && { refund_refusal: null }) },
    })
}

/** Stores the access that payments grant. No other code stores it. */
async function writeAccess(transaction: Transaction, user_id: number, state: CustomerState): Promise<boolean> {
  const plans = await transaction.plan.findMany({ select: { id: true, tier: true } })
  const access = accessOfCustomer(state, new Map(plans.map(({ id, tier }) => [id, tier])))
  const where = { user_id_source: { user_id, source: 'subscription' as const } }
  const stored = await transaction.access.findUnique({ where, select: { tier: true, expires_at: true } })
  if (isDeepStrictEqual(stored, access)) return false
  if (access) await transaction.access.upsert({ where, create: { ...where.user_id_source, ...access }, update: access })
  else await transaction.access.deleteMany({ where: where.user_id_source })
  return true
}

const stateOfStored = (stored: StoredCustomer): CustomerState => ({
  credit: stored.credit,
  currency: stored.currency,
  card: storedCard(stored),
  subscriptions: stored.subscriptions,
  payments: stored.payments,
})

/** Writes a customer's state. Returns `outdated` if another process wrote after `stored` was read. */
async function writeState(
  { jobs }: SyncContext,
  stored: StoredCustomer,
  after: CustomerState,
  event_id: string | null,
): Promise<'outdated' | 'same' | 'written'> {
  const before = stateOfStored(stored)
  const isSame = isDeepStrictEqual(before, after)
  return db.$transaction(async (transaction) => {
    const [locked] = await transaction.$queryRaw<{ version: number }[]>`
      SELECT version FROM customer WHERE id = ${stored.id} FOR UPDATE`
    if (locked?.version !== stored.version) return 'outdated'
    const hasNewAccess = stored.user_id !== null && (await writeAccess(transaction, stored.user_id, after))
    if (isSame && !hasNewAccess) return 'same'
    await upsertRows(transaction, stored.id, before, after)
    const prices = await transaction.stripePrice.findMany({
      select: { id: true, amount: true, currency: true, tax_behavior: true },
    })
    const priceById = new Map(prices.map(({ id, ...price }) => [id, price]))
    const entries = ledgerEntriesForChange(before, after, priceById)
    const event = event_id ? await transaction.stripeEvent.findUnique({ where: { id: event_id } }) : null
    await transaction.ledgerEntry.createMany({
      data: entries.map((entry) => ({
        ...entry,
        at: entry.at ?? event?.created_at ?? timeOfState(after),
        customer_id: stored.id,
        event_id,
      })),
    })
    const { user_id } = stored
    if (user_id !== null) {
      const facts = { user_id, after, priceById }
      await queueSubscriptionMails(jobs, transaction, [
        ...mailsForEntries(entries, facts),
        ...invoiceMailsForChange(before, facts),
      ])
    }
    await queueOperatorMails(jobs, transaction, operatorMailsForChange(before, after))
    await transaction.customer.update({
      where: { id: stored.id },
      data: { credit: after.credit, currency: after.currency, ...after.card, version: { increment: 1 } },
    })
    return 'written'
  })
}

/** Stores Stripe's state of a customer. Repeats until a read finds no change, so events may come in any order. */
export async function syncCustomer(
  sync: SyncContext,
  customer_id: string,
  event_id: string | null = null,
): Promise<'changed' | 'unchanged' | 'foreign'> {
  let outcome: 'changed' | 'unchanged' = 'unchanged'
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const stored = await findStoredCustomer(customer_id)
    if (!stored) return 'foreign'
    await finishSwitch(sync.stripe, customer_id)
    const read = await fetchCustomer(sync.stripe, customer_id, stored.payments)
    await recordUnknownStatuses(customer_id, stored.unknown_statuses, read)
    const state = mergeCustomerState(stored, read, await readPrices())
    const written = await writeState(sync, stored, state, event_id)
    if (written === 'written') outcome = 'changed'
    if (written !== 'same') continue
    const repairs = read.customer ? listRepairs(state, stored.user_id === null) : []
    for (const one of repairs) await repairSubscription(sync, customer_id, state, one)
    let isChanged = repairs.length > 0 || (await syncDefaultCard(sync.stripe, read))
    if (await reclaimCredits(sync, customer_id, state)) isChanged = true
    if (await retryFinalization(sync.stripe, read, state)) isChanged = true
    for (const payment of listLatePayments(state)) if (await refundUnlessTried(sync, payment)) isChanged = true
    if (isChanged) continue
    await recordFraudWarnings(sync, customer_id)
    const maySchedule = read.customer !== null && attempt < maxAttempts - 1
    const isScheduled = maySchedule && (await syncSchedules(sync.stripe, state))
    if (!isScheduled) return outcome
  }
  throw new Error(`The customer ${customer_id} changed during every attempt to read it.`)
}
