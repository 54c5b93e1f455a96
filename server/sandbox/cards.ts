import { createHash } from 'node:crypto'

/** What a bank says to a charge: at the checkout, later with the customer present, and later without them. */
type Answer = 'pays' | 'declines' | 'asks' | 'takes days' | 'takes days and fails'
export type Situation = 'first' | 'present' | 'absent'

export type Card = {
  number: string
  brand: string
  fingerprint: string
  answers: Record<Situation, Answer>
  decline_code: string
  refund: 'at once' | 'pending' | 'fails later'
  disputes: boolean
}

type Kind = Partial<Pick<Card, 'brand' | 'decline_code' | 'refund' | 'disputes'>>
const card = (number: string, [first, present, absent]: [Answer, Answer, Answer], kind: Kind = {}): Card => ({
  number,
  brand: kind.brand ?? 'visa',
  fingerprint: createHash('sha256').update(number).digest('base64url').replaceAll(/[-_]/g, 'x').slice(0, 16),
  answers: { first, present, absent },
  decline_code: kind.decline_code ?? 'generic_decline',
  refund: kind.refund ?? 'at once',
  disputes: kind.disputes ?? false,
})
const declined = (number: string, decline_code: string) =>
  card(number, ['declines', 'declines', 'declines'], { decline_code })
const pays: [Answer, Answer, Answer] = ['pays', 'pays', 'pays']

/** Stripe's own test numbers; where Stripe tells no behavior of a card, it pays. */
const cards = [
  card('4242424242424242', pays),
  card('5555555555554444', pays, { brand: 'mastercard' }),
  card('378282246310005', pays, { brand: 'amex' }),
  declined('4000000000000002', 'generic_decline'),
  declined('4000000000009995', 'insufficient_funds'),
  declined('4000000000000069', 'expired_card'),
  declined('4000000000000127', 'incorrect_cvc'),
  declined('4000000000000119', 'processing_error'),
  card('4000002500003155', ['asks', 'asks', 'pays']),
  card('4000002760003184', ['asks', 'asks', 'asks']),
  card('4000000000000341', ['pays', 'declines', 'declines']),
  card('4000000000007726', pays, { refund: 'pending' }),
  card('4000000000005126', pays, { refund: 'fails later' }),
  card('4000000000000259', pays, { disputes: true }),
  card('AT611904300234573201', ['takes days', 'takes days', 'takes days'], { brand: 'sepa_debit' }),
  card('AT861904300235473202', ['takes days and fails', 'takes days and fails', 'takes days and fails'], {
    brand: 'sepa_debit',
  }),
]

const byNumber = new Map(cards.map((one) => [one.number, one]))
const byFingerprint = new Map(cards.map((one) => [one.fingerprint, one]))

export const findCard = (typed: string) => byNumber.get(typed.replaceAll(/[\s-]/g, '').toUpperCase())

type Instrument = { card?: { fingerprint: string }; sepa_debit?: { fingerprint: string } }
export function cardOf(method: Instrument): Card {
  const known = byFingerprint.get((method.card ?? method.sepa_debit)?.fingerprint ?? '')
  if (!known) throw new Error('A payment method of no test card.')
  return known
}

/** Error codes that are not card_declined itself. */
const ownCodes = new Set(['expired_card', 'incorrect_cvc', 'processing_error'])
const sentences: Record<string, string> = {
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
  authentication_required: 'Your card was declined. This transaction requires authentication.',
}

export function declineOf(decline_code: string) {
  return {
    code: ownCodes.has(decline_code) ? decline_code : 'card_declined',
    decline_code,
    message: sentences[decline_code] ?? 'Your card was declined.',
  }
}
export type Decline = ReturnType<typeof declineOf>
