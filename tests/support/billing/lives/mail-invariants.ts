import { db } from '#server/database/db.ts'
import type { Check } from './life.ts'

/** Ledger change that causes each mail. A retried refund may fail again, which mails again. */
const causeOf: Record<string, string> = {
  started: 'subscription_started',
  switched: 'subscription_switched',
  payment_failed: 'subscription_past_due',
  confirm_payment: 'subscription_past_due',
  ended: 'subscription_ended',
  auto_renew_off: 'auto_renew_off',
  auto_renew_off_owed: 'auto_renew_off',
  refunded: 'payment_refunded',
  refund_failed: 'refund_failed',
  refund_failed_open: 'refund_failed',
}

/** Mails that every cause sends. A failure noticed after access has ended is covered by the reminder. */
const alwaysMailed = new Set(['switched', 'auto_renew_off', 'refunded'])

export const checkMails: Check = async ({ product, person }) => {
  const { rows } = await product.sql.query(`SELECT data FROM pgboss.job WHERE name = 'subscription_mail'`)
  const mails = rows.map(({ data }) => data as { kind: string })
  const customers = await db.customer.findMany({ select: { id: true } })
  const entries = await db.ledgerEntry.findMany({ where: { customer_id: { in: customers.map(({ id }) => id) } } })
  const tooFew = [...alwaysMailed].flatMap((mailed) => {
    const sent = mails.filter(({ kind }) => causeOf[kind] === causeOf[mailed]).length
    const caused = entries.filter(({ kind, amount }) => kind === causeOf[mailed] && (amount ?? 1) > 0).length
    return person && sent < caused ? [`${sent} mails of ${caused} ${causeOf[mailed]}`] : []
  })
  const tooMany = [...new Set(Object.values(causeOf))].flatMap((cause) => {
    const sent = mails.filter(({ kind }) => causeOf[kind] === cause).length
    const caused = entries.filter(({ kind }) => kind === cause).length
    return sent > caused ? [`${sent} mails for ${caused} ${cause}`] : []
  })
  const others = mails.filter(({ kind }) => !causeOf[kind]).map((mail) => JSON.stringify(mail))
  const again = others.filter((mail, index) => others.indexOf(mail) !== index)
  return [...tooFew, ...tooMany, ...again.map((mail) => `A mail twice: ${mail}`)]
}
