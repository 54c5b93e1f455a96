import { describe, expect, test } from 'vitest'
import { accessOf, returnedAmountOf } from '#server/subscription/access.ts'
import type { PaymentState, SubscriptionState } from '#server/subscription/access.ts'
import { problemInWords } from '../../../scripts/cli/problem.ts'
import { FieldProblem } from '#server/problem.ts'
import { parseEvent } from '#server/subscription/events.ts'
import { paymentStatusOf } from '#server/subscription/payments/payment-status.ts'
import { sumRefunds } from '#server/subscription/refunds/stripe-refunds.ts'
import { problemOfStripeError, Stripe } from '#server/subscription/stripe.ts'

const day = (number: number) => new Date(Date.UTC(2026, 0, number))
const subscription = (changes: Partial<SubscriptionState> = {}): SubscriptionState => ({
  id: 'sub_1',
  status: 'active',
  tier: 1,
  current_period_start: day(1),
  current_period_end: day(31),
  ends_at: null,
  ...changes,
})
const payment = (changes: Partial<PaymentState> = {}): PaymentState => ({
  subscription_id: 'sub_1',
  billing_period: 'month',
  amount: 999,
  amount_refunded: 0,
  status: 'paid',
  dispute_status: null,
  amount_charged_back: 0,
  amount_refund_due: 0,
  amount_refund_resolved: 0,
  created_at: day(1),
  ...changes,
})

const invoice = (status: string | null, changes = {}) => ({
  status,
  attempted: true,
  total: 999,
  amount_paid: status === 'paid' ? 999 : 0,
  ...changes,
})
const paymentStatus = (status: string | null, intent: string | null, amount_refunded = 0, changes = {}) =>
  paymentStatusOf({ invoice: invoice(status, changes), intent: intent ? { status: intent } : null, amount_refunded })
const event = (object: object) =>
  ({ id: 'evt_1', type: 'a.type', created: 1_767_225_600, data: { object } }) as unknown as Stripe.Event

describe('accessOf', () => {
  test('lasts until the end of the paid period, plus seven days for a late renewal', () => {
    expect(accessOf([subscription()], [payment()])).toEqual({ tier: 1, expires_at: day(38) })
  })

  test('ends with the period when the subscription does not renew', () => {
    expect(accessOf([subscription({ ends_at: day(31) })], [payment()])).toEqual({ tier: 1, expires_at: day(31) })
  })

  test('lasts seven days after a failed renewal', () => {
    const failed = subscription({ status: 'past_due', current_period_start: day(31), current_period_end: day(60) })
    const payments = [payment(), payment({ status: 'failed', created_at: day(31) })]
    expect(accessOf([failed], payments)).toEqual({ tier: 1, expires_at: day(38) })
  })

  test.each([
    ['month', day(33 + 7)],
    ['year', day(61 + 7)],
  ] as const)('of one paid %s is not extended by further unpaid periods', (period, end) => {
    const failed = subscription({ status: 'past_due', current_period_start: day(61), current_period_end: day(89) })
    const payments = [
      payment({ billing_period: period }),
      payment({ status: 'failed', created_at: day(31) }),
      payment({ status: 'failed', created_at: day(61) }),
    ]
    expect(accessOf([failed], payments)).toEqual({ tier: 1, expires_at: end })
  })

  test('of a trial lasts until seven days after the end of the trial', () => {
    const [trial, renewal] = [payment({ amount: 0 }), payment({ status: 'pending', created_at: day(61) })]
    const renewed = subscription({ current_period_start: day(61), current_period_end: day(92) })
    expect(accessOf([renewed], [trial, renewal])).toEqual({ tier: 1, expires_at: day(61 + 7) })
  })

  test.each(['incomplete', 'incomplete_expired', 'unpaid', 'canceled', 'paused', 'unknown_to_us'])(
    'returns null for the status %s',
    (status) => {
      expect(accessOf([subscription({ status })], [payment()])).toBeNull()
    },
  )

  test.each([
    ['is not paid yet', [payment({ status: 'processing' })]],
    ['is missing', []],
    ['is of another subscription', [payment({ subscription_id: 'sub_2' })]],
    ['was refunded', [payment({ status: 'refunded' })]],
    ['was charged back', [payment({ dispute_status: 'lost' })]],
  ])('returns null if the payment %s', (_what, payments) => {
    expect(accessOf([subscription()], payments)).toBeNull()
  })

  test('stays while a payment is disputed or partially refunded', () => {
    expect(accessOf([subscription()], [payment({ dispute_status: 'under_review' })])).not.toBeNull()
    expect(accessOf([subscription()], [payment({ status: 'partially-refunded' })])).not.toBeNull()
  })

  test('depends on the payment before a payment of 0', () => {
    const nothing = payment({ amount: 0, created_at: day(20) })
    expect(accessOf([subscription()], [payment(), nothing])).not.toBeNull()
    expect(accessOf([subscription()], [nothing])).not.toBeNull()
    expect(accessOf([subscription()], [payment({ status: 'refunded' }), nothing])).toBeNull()
  })

  test('is restored until the end of the period if the refund of its payment failed', () => {
    const ended = subscription({ status: 'canceled', ends_at: day(5) })
    const owed = payment({ amount_refund_due: 999 })
    const nothing = payment({ amount: 0, created_at: day(4) })
    expect(accessOf([ended], [owed])).toEqual({ tier: 1, expires_at: day(31) })
    expect(accessOf([ended], [owed, nothing])).toEqual({ tier: 1, expires_at: day(31) })
    expect(accessOf([ended], [payment(), nothing])).toBeNull()
  })

  test('is not restored for an unpaid period, nor if the money was paid back in another way', () => {
    const owed = payment({ amount_refund_due: 999 })
    const unpaid = { status: 'canceled', current_period_start: day(31), current_period_end: day(60), ends_at: day(35) }
    expect(accessOf([subscription(unpaid)], [owed, payment({ status: 'failed', created_at: day(31) })])).toBeNull()
    const ended = subscription({ status: 'canceled', ends_at: day(5) })
    expect(accessOf([ended], [{ ...owed, amount_refund_resolved: 999 }])).toBeNull()
  })

  test('ends once a payment is fully paid back, by refunds or in another way', () => {
    expect(accessOf([subscription()], [payment({ amount_refund_resolved: 999 })])).toBeNull()
    const part = payment({ status: 'partially-refunded', amount_refunded: 300 })
    expect(accessOf([subscription()], [{ ...part, amount_refund_resolved: 699 }])).toBeNull()
    expect(accessOf([subscription()], [{ ...part, amount_refund_resolved: 300 }])).not.toBeNull()
  })

  test('depends on the latest payment, not on an earlier refunded payment', () => {
    const payments = [payment({ status: 'refunded' }), payment({ created_at: day(20) })]
    expect(accessOf([subscription()], payments)).not.toBeNull()
  })

  test('is the highest access of all subscriptions, even if one of them has ended', () => {
    const other = subscription({ id: 'sub_2', tier: 2 })
    const payments = [payment(), payment({ subscription_id: 'sub_2' })]
    expect(accessOf([subscription({ status: 'canceled' }), other], payments)?.tier).toBe(2)
    expect(accessOf([other, subscription()], payments)?.tier).toBe(2)
  })
})

test('returnedAmountOf adds refunds, chargebacks and amounts paid back in another way, up to the payment', () => {
  const charged = { dispute_status: 'lost', amount_charged_back: 300 }
  expect(returnedAmountOf('sub_1', [payment(charged)])).toBe(300)
  expect(returnedAmountOf('sub_1', [payment({ ...charged, amount_refunded: 200 })])).toBe(500)
  expect(returnedAmountOf('sub_1', [payment({ ...charged, amount_refunded: 900 })])).toBe(999)
  expect(returnedAmountOf('sub_1', [payment({ amount_refunded: 300, amount_refund_resolved: 699 })])).toBe(999)
  expect(returnedAmountOf('sub_1', [payment({ status: 'partially-refunded', amount_refunded: 300 })])).toBe(0)
})

describe('the status of a payment', () => {
  test.each([
    ['paid', 'succeeded', 'paid'],
    ['open', 'processing', 'processing'],
    ['open', 'requires_action', 'pending'],
    ['open', 'requires_confirmation', 'pending'],
    ['open', 'requires_payment_method', 'failed'],
    ['open', 'canceled', 'canceled'],
    ['open', 'unknown_to_us', 'unknown'],
    ['draft', null, 'pending'],
    ['uncollectible', 'requires_payment_method', 'failed'],
    ['void', null, 'canceled'],
    [null, null, 'unknown'],
    ['unknown_to_us', 'succeeded', 'unknown'],
  ])('for the invoice status %s and the intent status %s is %s', (status, intent, expected) => {
    expect(paymentStatus(status, intent)).toBe(expected)
  })

  test('is pending until a payment was attempted', () => {
    expect(paymentStatus('open', 'requires_payment_method', 0, { attempted: false })).toBe('pending')
    expect(paymentStatus('open', null, 0, { attempted: false })).toBe('pending')
    expect(paymentStatus('open', 'unknown_to_us', 0, { attempted: false })).toBe('unknown')
  })

  test('distinguishes partial from full refunds', () => {
    expect([paymentStatus('paid', 'succeeded', 1), paymentStatus('paid', 'succeeded', 998)]).toEqual([
      'partially-refunded',
      'partially-refunded',
    ])
    expect(paymentStatus('paid', 'succeeded', 999)).toBe('refunded')
  })

  test('is paid for an invoice of 0 or an invoice paid out of band', () => {
    expect(paymentStatus('paid', null, 0, { total: 0, amount_paid: 0 })).toBe('paid')
    expect(paymentStatus('paid', null)).toBe('paid')
  })
})

/** `refunds` are oldest first; Stripe lists the latest first. */
const dueOf = (refunds: [status: string, amount: number][], amount_left = 999) =>
  sumRefunds(refunds.map(([status, amount]) => ({ status, amount })).toReversed() as Stripe.Refund[], amount_left)
    .amount_refund_due

describe('amount_refund_due', () => {
  test('counts repeated failures of one amount once, until a refund succeeds', () => {
    expect(dueOf([['failed', 400]])).toBe(400)
    expect(
      dueOf([
        ['failed', 400],
        ['failed', 400],
      ]),
    ).toBe(400)
    expect(
      dueOf([
        ['failed', 400],
        ['canceled', 400],
        ['failed', 300],
      ]),
    ).toBe(700)
    expect(
      dueOf([
        ['failed', 400],
        ['failed', 400],
        ['pending', 400],
      ]),
    ).toBe(0)
  })

  test('is at most the payment less refunds and disputes', () => {
    expect(
      dueOf([
        ['failed', 999],
        ['succeeded', 500],
      ]),
    ).toBe(499)
    expect(dueOf([['failed', 999]], 0)).toBe(0)
  })
})

describe('parseEvent', () => {
  test.each([
    [
      { id: 'cus_1', object: 'customer' },
      { customer_id: 'cus_1', payment_intent: null },
    ],
    [{ id: 'sub_1', object: 'subscription', customer: 'cus_1' }, { customer_id: 'cus_1' }],
    [{ id: 'in_1', object: 'invoice', customer: { id: 'cus_1' } }, { customer_id: 'cus_1' }],
    [
      { id: 're_1', object: 'refund', payment_intent: 'pi_1' },
      { customer_id: null, payment_intent: 'pi_1' },
    ],
    [
      { id: 'pi_1', object: 'payment_intent', customer: 'cus_1' },
      { customer_id: 'cus_1', payment_intent: 'pi_1' },
    ],
  ])("returns the customer or payment intent of the event's object: %j", (object, about) => {
    expect(parseEvent(event(object))).toMatchObject({ id: 'evt_1', object_id: object.id, ...about })
  })

  test.each([[{ id: 'price_1', object: 'price' }], [{ object: 'balance' }], [{ id: 'x', object: 'y', customer: 3 }]])(
    'returns null for an event without a customer: %j',
    (object) => {
      expect(parseEvent(event(object))).toBeNull()
    },
  )
})

describe('a Stripe error', () => {
  test('is mapped to our own messages and statuses: an invalid key does not return 401', () => {
    const { StripeAuthenticationError, StripeCardError, StripeConnectionError } = Stripe.errors
    const raw = { type: 'invalid_request_error', statusCode: 401, message: 'Invalid API Key' } as const
    expect(problemOfStripeError(new StripeAuthenticationError(raw))).not.toHaveProperty('statusCode')
    expect(problemOfStripeError(new StripeCardError({ ...raw, type: 'card_error' }))).toMatchObject({ status: 402 })
    expect(problemOfStripeError(new StripeConnectionError(raw))).toMatchObject({ status: 503 })
  })

  test('is one sentence on the command line', () => {
    const away = new Stripe.errors.StripeConnectionError({ type: 'api_error', message: 'ECONNREFUSED' })
    const tooMuch = new FieldProblem('amount', 'subscription.refund.wrong_amount')
    const sentences = [away, tooMuch].map((error) => (problemInWords(error) as Error).message)
    expect(sentences).toEqual([
      'The payment provider cannot be reached. Try again in a minute.',
      'Enter an amount above zero, and no more than what is left.',
    ])
    const other = new Error('Something else')
    expect(problemInWords(other)).toBe(other)
  })
})
