import { describe, expect, test } from 'vitest'
import { accessOf } from '#server/subscription/access.ts'
import type { PaymentState, SubscriptionState } from '#server/subscription/access.ts'
import { aboutOf } from '#server/subscription/events.ts'
import { paymentStatusOf } from '#server/subscription/payment-status.ts'
import type { Stripe } from '#server/subscription/stripe.ts'

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
  status: 'paid',
  dispute_status: null,
  created_at: day(1),
  ...changes,
})

describe('the access that a subscription gives', () => {
  test('lasts until the paid period ends, and a week for a renewal that nobody has told of', () => {
    expect(accessOf([subscription()], [payment()])).toEqual({ tier: 1, expires_at: day(38) })
  })

  test('ends with the period where it does not renew', () => {
    expect(accessOf([subscription({ ends_at: day(31) })], [payment()])).toEqual({ tier: 1, expires_at: day(31) })
  })

  test('lasts for a week after a renewal that failed', () => {
    const failed = subscription({ status: 'past_due', current_period_start: day(31), current_period_end: day(60) })
    const payments = [payment(), payment({ status: 'failed', created_at: day(31) })]
    expect(accessOf([failed], payments)).toEqual({ tier: 1, expires_at: day(38) })
  })

  test.each(['incomplete', 'incomplete_expired', 'unpaid', 'canceled', 'paused', 'a word of tomorrow'])(
    'is none while it is %s',
    (status) => {
      expect(accessOf([subscription({ status })], [payment()])).toBeNull()
    },
  )

  test.each([
    ['was not paid yet', [payment({ status: 'processing' })]],
    ['has no payment', []],
    ['is of another subscription', [payment({ subscription_id: 'sub_2' })]],
    ['went back', [payment({ status: 'refunded' })]],
    ['was taken back by the bank', [payment({ dispute_status: 'lost' })]],
  ])('is none where the payment %s', (_what, payments) => {
    expect(accessOf([subscription()], payments)).toBeNull()
  })

  test('stays while a payment is disputed, or went back in part', () => {
    expect(accessOf([subscription()], [payment({ dispute_status: 'under_review' })])).not.toBeNull()
    expect(accessOf([subscription()], [payment({ status: 'partially-refunded' })])).not.toBeNull()
  })

  test('stands on the latest payment: an older one that went back takes nothing', () => {
    const payments = [payment({ status: 'refunded' }), payment({ created_at: day(20) })]
    expect(accessOf([subscription()], payments)).not.toBeNull()
  })

  test('is that of every subscription together: one that ended takes nothing of another', () => {
    const other = subscription({ id: 'sub_2', tier: 2 })
    const payments = [payment(), payment({ subscription_id: 'sub_2' })]
    expect(accessOf([subscription({ status: 'canceled' }), other], payments)?.tier).toBe(2)
    expect(accessOf([other, subscription()], payments)?.tier).toBe(2)
  })
})

const invoice = (status: string | null, changes = {}) => ({
  status,
  attempted: true,
  total: 999,
  amount_paid: status === 'paid' ? 999 : 0,
  ...changes,
})

const statusOf = (status: string | null, intent: string | null, amount_refunded = 0, changes = {}) =>
  paymentStatusOf({ invoice: invoice(status, changes), intent: intent ? { status: intent } : null, amount_refunded })

describe('the status of a payment', () => {
  test.each([
    ['paid', 'succeeded', 'paid'],
    ['open', 'processing', 'processing'],
    ['open', 'requires_action', 'pending'],
    ['open', 'requires_confirmation', 'pending'],
    ['open', 'requires_payment_method', 'failed'],
    ['open', 'canceled', 'canceled'],
    ['open', 'a word of tomorrow', 'unknown'],
    ['draft', null, 'pending'],
    ['uncollectible', 'requires_payment_method', 'failed'],
    ['void', null, 'canceled'],
    [null, null, 'unknown'],
    ['a word of tomorrow', 'succeeded', 'unknown'],
  ])('of an invoice that is %s with an intent that is %s is %s', (status, intent, expected) => {
    expect(statusOf(status, intent)).toBe(expected)
  })

  test('is pending while nothing was tried', () => {
    expect(statusOf('open', 'requires_payment_method', 0, { attempted: false })).toBe('pending')
    expect(statusOf('open', null, 0, { attempted: false })).toBe('pending')
  })

  test('tells a part that went back from all of it', () => {
    expect([statusOf('paid', 'succeeded', 1), statusOf('paid', 'succeeded', 998)]).toEqual([
      'partially-refunded',
      'partially-refunded',
    ])
    expect(statusOf('paid', 'succeeded', 999)).toBe('refunded')
  })

  test('of an invoice over nothing, or out of band, is paid', () => {
    expect(statusOf('paid', null, 0, { total: 0, amount_paid: 0 })).toBe('paid')
    expect(statusOf('paid', null)).toBe('paid')
  })
})

const event = (object: object) =>
  ({ id: 'evt_1', type: 'a.type', created: 1_767_225_600, data: { object } }) as unknown as Stripe.Event

describe('an event', () => {
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
  ])('is about whom its object names: %j', (object, about) => {
    expect(aboutOf(event(object))).toMatchObject({ id: 'evt_1', object_id: object.id, ...about })
  })

  test.each([[{ id: 'price_1', object: 'price' }], [{ object: 'balance' }], [{ id: 'x', object: 'y', customer: 3 }]])(
    'about nobody has no effect: %j',
    (object) => {
      expect(aboutOf(event(object))).toBeNull()
    },
  )
})
