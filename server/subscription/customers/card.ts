import type { Prisma } from '../../database/db.ts'
import { isEnded } from '../access.ts'
import type { CustomerAtStripe } from './fetch-customer.ts'
import { expandedObject, stripeIdOf, Stripe } from '../stripe.ts'

export const paymentCardColumns = {
  card_brand: true,
  card_last4: true,
  card_exp_month: true,
  card_exp_year: true,
} satisfies Prisma.CustomerSelect
export type PaymentCardRow = Prisma.CustomerGetPayload<{ select: typeof paymentCardColumns }>

export const emptyCardRow: PaymentCardRow = {
  card_brand: null,
  card_last4: null,
  card_exp_month: null,
  card_exp_year: null,
}

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

const hasPaidFirst = ({ status }: Stripe.Subscription) => !isEnded({ status }) && status !== 'incomplete'

/** Payment method of renewals: the subscription's unless its first payment is open, else the customer's default. */
export const renewalMethodOf = (
  { invoice_settings }: Stripe.Customer,
  subscriptions: Stripe.Subscription[],
): Stripe.PaymentMethod | null =>
  expandedObject(
    subscriptions.find((one) => hasPaidFirst(one) && one.default_payment_method)?.default_payment_method,
  ) ?? expandedObject(invoice_settings.default_payment_method)

export function cardRow(method: Stripe.PaymentMethod | null): PaymentCardRow {
  if (!method) return emptyCardRow
  const { type, card, sepa_debit } = method
  return {
    card_brand: card?.brand ?? type,
    card_last4: card?.last4 ?? sepa_debit?.last4 ?? null,
    card_exp_month: card?.exp_month ?? null,
    card_exp_year: card?.exp_year ?? null,
  }
}

const hasNoOpenChange = (one: Stripe.Subscription) => hasPaidFirst(one) && one.pending_update === null

const hasDefaultCard = ({ default_payment_method, payment_settings }: Stripe.Subscription) =>
  default_payment_method !== null || payment_settings?.save_default_payment_method !== 'on_subscription'

const lastChosenAt = (method: Stripe.PaymentMethod, invoices: CustomerAtStripe['invoices']) =>
  Math.max(
    method.created,
    ...invoices.flatMap(({ charge }) => (charge?.paid && charge.payment_method === method.id ? charge.created : [])),
  )

/** Makes the latest card the customer's default. Removes the cards of subscriptions, which would precede it. */
export async function syncDefaultCard(
  stripe: Stripe,
  { customer, subscriptions, invoices }: CustomerAtStripe,
): Promise<boolean> {
  const owners = subscriptions.filter((one) => hasNoOpenChange(one) && hasDefaultCard(one))
  if (!customer || owners.length === 0) return false
  const defaultMethod = customer.invoice_settings.default_payment_method
  const methods = [defaultMethod, ...owners.map((one) => one.default_payment_method)].flatMap(
    (one) => expandedObject(one) ?? [],
  )
  const [latest] = methods.toSorted((a, b) => lastChosenAt(b, invoices) - lastChosenAt(a, invoices))
  try {
    if (latest && latest.id !== stripeIdOf(defaultMethod))
      await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: latest.id } })
    for (const { id } of owners)
      await stripe.subscriptions.update(id, {
        default_payment_method: '',
        payment_settings: { save_default_payment_method: 'on_subscription' },
      })
    return true
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return false
    throw error
  }
}
