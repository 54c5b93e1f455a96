import { db, Prisma, queryRows } from '../../database/db.ts'
import { queueOperatorMails } from '../operator-mails.ts'
import { stripeIdOf, nullIfMissing } from '../stripe.ts'
import type { SyncContext } from '../stripe.ts'

const fraudWarningEvent = 'radar.early_fraud_warning.created'

async function recordFraudWarning({ stripe, jobs }: SyncContext, id: string): Promise<void> {
  const warning = await nullIfMissing(stripe.radar.earlyFraudWarnings.retrieve(id))
  const payment_intent_id = stripeIdOf(warning?.payment_intent)
  if (!warning || payment_intent_id === null) return
  const { fraud_type } = warning
  await db.$transaction(async (transaction) => {
    const payment = await transaction.payment.findUnique({ where: { payment_intent_id } })
    if (!payment || payment.fraud_warning !== null) return
    const { id: payment_id, amount, currency } = payment
    const { count } = await transaction.payment.updateMany({
      where: { id: payment_id, fraud_warning: null },
      data: { fraud_warning: fraud_type },
    })
    if (count > 0)
      await queueOperatorMails(jobs, transaction, [
        { kind: 'fraud_warning', payment_id, amount, currency, reason: fraud_type.replaceAll('_', ' ') },
      ])
  })
}

/** Stores fraud warnings of a customer's payments, even warnings that arrived before the payment. */
export async function recordFraudWarnings(sync: SyncContext, customer_id: string): Promise<void> {
  const warnings = await queryRows<{ object_id: string }>(Prisma.sql`
    SELECT DISTINCT object_id FROM payment JOIN stripe_event ON stripe_event.payment_intent = payment_intent_id
     WHERE payment.customer_id = ${customer_id} AND fraud_warning IS NULL AND type = ${fraudWarningEvent}`)
  for (const { object_id } of warnings) await recordFraudWarning(sync, object_id)
}
