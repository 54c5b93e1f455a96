import { createHash } from 'node:crypto'
import { cardError } from '../api/errors.ts'
import type { Decline, ErrorBody } from '../api/errors.ts'
import { findCustomer, getCustomer } from '../api/endpoint.ts'
import { createObject, fillDefaults } from '../create.ts'
import type { ObjectFields } from '../create.ts'
import { changeFields, emitEvent } from '../events.ts'
import type { PaymentMethod, Subscription } from '../objects.ts'
import { store } from '../sandbox.ts'

type BankAnswer = 'pays' | 'declines' | 'asks' | 'takes days' | 'takes days and fails'
/** Situation of a charge: the checkout (`first`), or later with (`present`) or without (`absent`) the customer. */
export type PaymentSituation = 'first' | 'present' | 'absent'

export type TestCard = {
  number: string
  brand: string
  fingerprint: string
  answers: Record<PaymentSituation, BankAnswer>
  decline_code: string
  refund: 'at once' | 'pending' | 'fails later'
  disputes: boolean
  /** True if the payment method can be saved for later payments. */
  isReusable: boolean
}

type Kind = Partial<Pick<TestCard, 'brand' | 'decline_code' | 'refund' | 'disputes' | 'isReusable'>>
const testCard = (number: string, answers: BankAnswer[], kind: Kind = {}): TestCard => {
  const [first = 'pays', present = first, absent = present] = answers
  return {
    number,
    brand: 'visa',
    fingerprint: createHash('sha256').update(number).digest('base64url').replaceAll(/[-_]/g, 'x').slice(0, 16),
    answers: { first, present, absent },
    decline_code: 'generic_decline',
    refund: 'at once',
    disputes: false,
    isReusable: first !== 'declines',
    ...kind,
  }
}

/** Stripe's test cards. A card is charged successfully unless Stripe documents other behavior. */
const cards = [
  testCard('4242424242424242', ['pays']),
  testCard('5555555555554444', ['pays'], { brand: 'mastercard' }),
  testCard('378282246310005', ['pays'], { brand: 'amex' }),
  testCard('4000000000000002', ['declines']),
  testCard('4000000000009995', ['declines'], { decline_code: 'insufficient_funds' }),
  testCard('4000000000000069', ['declines'], { decline_code: 'expired_card' }),
  testCard('4000000000000127', ['declines'], { decline_code: 'incorrect_cvc' }),
  testCard('4000000000000119', ['declines'], { decline_code: 'processing_error' }),
  testCard('4000002500003155', ['asks', 'pays']),
  testCard('4000002760003184', ['asks']),
  testCard('4000000000000341', ['declines'], { isReusable: true }),
  testCard('4000000000007726', ['pays'], { refund: 'pending' }),
  testCard('4000000000005126', ['pays'], { refund: 'fails later' }),
  testCard('4000000000000259', ['pays'], { disputes: true }),
  testCard('AT611904300234573201', ['takes days'], { brand: 'sepa_debit' }),
  testCard('AT861904300235473202', ['takes days and fails'], { brand: 'sepa_debit' }),
]

export const methodTypeOf = ({ brand }: TestCard) => (brand === 'sepa_debit' ? 'sepa_debit' : 'card')

const byNumber = new Map(cards.map((one) => [one.number, one]))
const byFingerprint = new Map(cards.map((one) => [one.fingerprint, one]))

export const findCard = (typed: string) => byNumber.get(typed.replaceAll(/[\s-]/g, '').toUpperCase())

type Fingerprinted = { fingerprint?: string | null }
type Instrument = { card?: Fingerprinted; sepa_debit?: Fingerprinted }
export function cardOf(method: Instrument): TestCard {
  const known = byFingerprint.get((method.card ?? method.sepa_debit)?.fingerprint ?? '')
  if (!known) throw new Error('The payment method belongs to no test card.')
  return known
}

/** Declines that have an error code of their own instead of `card_declined`. */
const specificCodes = new Set(['expired_card', 'incorrect_cvc', 'processing_error'])
const sentences: Record<string, string> = {
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
  authentication_required: 'Your card was declined. This transaction requires authentication.',
}

export function declineOf(decline_code: string): Decline {
  return {
    code: specificCodes.has(decline_code) ? decline_code : 'card_declined',
    decline_code,
    message: sentences[decline_code] ?? 'Your card was declined.',
  }
}

const accepted = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'approved_by_network',
  reason: null,
  seller_message: 'Payment complete.',
  type: 'authorized',
}
const refused = {
  network_decline_code: '05',
  network_status: 'declined_by_network',
  seller_message: 'The bank did not return any further details with this decline.',
  type: 'issuer_declined',
}

/** Error of a call whose payment the bank declined, or wants confirmed. */
export function incompleteError(
  noun: 'invoice' | 'subscription',
  outcome: 'asks' | 'declined',
  method: PaymentMethod | undefined,
  about: Partial<ErrorBody> = {},
) {
  const challenge = {
    code: `${noun}_payment_intent_requires_action`,
    decline_code: 'authentication_required',
    message: `Payment for this ${noun} requires additional user action before it can be completed successfully.`,
  }
  const decline = declineOf(method ? cardOf(method).decline_code : 'generic_decline')
  return cardError(outcome === 'asks' ? challenge : decline, about)
}

export const chargeOutcome = (decline: Decline | null) =>
  decline ? { ...accepted, ...refused, reason: decline.decline_code } : accepted

function instrumentOf({ brand, fingerprint, number }: TestCard): ObjectFields<'payment_method'> {
  const last4 = number.slice(-4)
  if (brand === 'sepa_debit') {
    const bank = { bank_code: '19043', branch_code: '', country: 'AT', generated_from: null }
    return { type: 'sepa_debit', sepa_debit: { ...bank, fingerprint, last4 } }
  }
  const networks = { available: [brand] }
  const details = { brand, display_brand: brand, fingerprint, last4, networks }
  return { type: 'card', card: fillDefaults('payment_method.card', details) }
}

export function attachCard(customer: string, card: TestCard): PaymentMethod {
  const method = createObject('payment_method', { customer, ...instrumentOf(card) })
  return emitEvent('payment_method.attached', store.save(method))
}

export function paymentMethodOf(subscription: Subscription): PaymentMethod | undefined {
  const usual = findCustomer(subscription.customer)?.invoice_settings.default_payment_method
  return store.find('payment_method', subscription.default_payment_method ?? usual)
}

/** Sets the default card of a customer, as the portal does. A subscription's own method still precedes it. */
export function changeCard(id: string, card: TestCard): PaymentMethod {
  const method = attachCard(id, card)
  const customer = getCustomer(id)
  changeFields(customer, { invoice_settings: { ...customer.invoice_settings, default_payment_method: method.id } })
  return method
}
