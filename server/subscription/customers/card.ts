import type { Prisma } from '../../database/db.ts'
import { isEnded } from '../access.ts'
import type { ReadCustomer } from './read-customer.ts'
import { expanded, idOf, Stripe } from '../stripe.ts'

export const paymentCardColumns = {
  card_brand: true,
  card_last4: true,
  card_exp_month: true,
  card_exp_year: true,
} satisfies Prisma.CustomerSelect
export type PaymentCardRow = Prisma.CustomerGetPayload<{ select: typeof paymentCardColumns }>

export const noCard: PaymentCardRow = { card_brand: null, card_last4: null, card_exp_month: null, card_exp_year: null }

export const storedCard = ({
  card_brand,
  card_last4,
  card_exp_month,
  card_exp_year,
}: PaymentCardRow): PaymentCardRow => ({
  card_brand,
  card_last4,
  card_exp_month,
  card_exp_year,
})

const hasBegun = ({ status }: Stripe.Subscription) => !isEnded({ status }) && status !== 'incomplete'

/**
 * The payment method that renewals are charged to: a subscription's own comes before the customer's. That of one whose
 * first payment is not made yet pays for no other.
 */
export const cardOf = (
  { invoice_settings }: Stripe.Customer,
  subscriptions: Stripe.Subscription[],
): Stripe.PaymentMethod | null =>
  expanded(subscriptions.find((one) => hasBegun(one) && one.default_payment_method)?.default_payment_method) ??
  expanded(invoice_settings.default_payment_method)

export function cardRow(method: Stripe.PaymentMethod | null): PaymentCardRow {
  if (!method) return noCard
  const { type, card, sepa_debit } = method
  return {
    card_brand: card?.brand ?? type,
    card_last4: card?.last4 ?? sepa_debit?.last4 ?? null,
    card_exp_month: card?.exp_month ?? null,
    card_exp_year: card?.exp_year ?? null,
  }
}

const isPaidFor = (one: Stripe.Subscription) => hasBegun(one) && one.pending_update === null

/** A checkout, a payment on an invoice's page and the Dashboard leave a card at the subscription. */
const hasDefaultCard = ({ default_payment_method, payment_settings }: Stripe.Subscription) =>
  default_payment_method !== null || payment_settings?.save_default_payment_method !== 'on_subscription'

/** Seconds: when the person last chose it, by typing it or by paying with it. */
const lastChosen = (method: Stripe.PaymentMethod, invoices: ReadCustomer['invoices']) =>
  Math.max(
    method.created,
    ...invoices.flatMap(({ charge }) => (charge?.paid && charge.payment_method === method.id ? charge.created : [])),
  )

/**
 * Makes the latest card the customer's default, and takes it from the subscriptions: theirs would come before another
 * that is chosen on the portal's page. Each step may be done again. True where something was changed at Stripe.
 */
export async function unifyCard(stripe: Stripe, { customer, subscriptions, invoices }: ReadCustomer): Promise<boolean> {
  const owners = subscriptions.filter((one) => isPaidFor(one) && hasDefaultCard(one))
  if (!customer || owners.length === 0) return false
  const usual = customer.invoice_settings.default_payment_method
  const methods = [usual, ...owners.map((one) => one.default_payment_method)].flatMap((one) => expanded(one) ?? [])
  const [latest] = methods.toSorted((a, b) => lastChosen(b, invoices) - lastChosen(a, invoices))
  try {
    if (latest && latest.id !== idOf(usual))
      await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: latest.id } })
    for (const { id } of owners)
      await stripe.subscriptions.update(id, {
        default_payment_method: '',
        // What is paid on an invoice's page with another card is paid with that one from then on.
        payment_settings: { save_default_payment_method: 'on_subscription' },
      })
    return true
  } catch (error) {
    // What ended or was detached meanwhile is read anew by the next event.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return false
    throw error
  }
}
