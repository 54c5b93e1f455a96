import * as fc from 'fast-check'
import { disputeKinds } from '#server/sandbox/payments/disputes.ts'
import { cards } from '../payment-sandbox.ts'

const periods = ['month', 'year'] as const
const courses = ['at once', 'pending', 'pending, then fails', 'fails later'] as const

/** Where there are several of something, `pick` chooses: the number modulo how many there are. */
const pick = fc.nat({ max: 7 })
const plan = fc.nat({ max: 2 })
const period = fc.constantFrom(...periods)
const twice = fc.boolean()
const card = fc.constantFrom(cards.pays, ...Object.values(cards))
const paidWith = { card, confirms: fc.boolean() }
const percent = fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 99 }))

const operation = <Name extends string, Model extends object>(
  name: Name,
  model: { [Key in keyof Model]: fc.Arbitrary<Model[Key]> },
) => fc.record({ does: fc.constant(name), ...model }) as unknown as fc.Arbitrary<{ does: Name } & Model>

const buy = operation('buy', { plan, period, ...paidWith, comesBack: fc.boolean() })

const operations = {
  buy: { arbitrary: buy, weight: 6 },
  leaveCheckout: { arbitrary: operation('leaveCheckout', { plan, period }), weight: 2 },
  payOldTab: { arbitrary: operation('payOldTab', { pick, ...paidWith }), weight: 2 },
  buyInTwoTabs: { arbitrary: operation('buyInTwoTabs', { plans: fc.tuple(plan, plan), period, card }), weight: 2 },
  payUnknownCheckout: { arbitrary: operation('payUnknownCheckout', { plan, period, card }), weight: 2 },
  switchPlan: {
    arbitrary: operation('switchPlan', { plan, period, preview: fc.constantFrom('new', 'old', 'none'), twice }),
    weight: 8,
  },
  payInvoice: { arbitrary: operation('payInvoice', { pick, ...paidWith }), weight: 5 },
  changeAutoRenew: { arbitrary: operation('changeAutoRenew', { enabled: fc.boolean() }), weight: 4 },
  refundFirst: { arbitrary: operation('refundFirst', { twice }), weight: 2 },
  refundCredit: { arbitrary: operation('refundCredit', { twice }), weight: 2 },
  refundAsAdmin: { arbitrary: operation('refundAsAdmin', { pick, percent, twice }), weight: 3 },
  refundInDashboard: {
    arbitrary: operation('refundInDashboard', { pick, percent, course: fc.constantFrom(...courses) }),
    weight: 3,
  },
  openDispute: { arbitrary: operation('openDispute', { pick, kind: fc.constantFrom(...disputeKinds) }), weight: 2 },
  escalateInquiry: { arbitrary: operation('escalateInquiry', { pick }), weight: 1 },
  closeDispute: { arbitrary: operation('closeDispute', { pick, status: fc.constantFrom('won', 'lost') }), weight: 2 },
  warnOfFraud: { arbitrary: operation('warnOfFraud', { pick }), weight: 1 },
  changeCard: { arbitrary: operation('changeCard', { card }), weight: 4 },
  endInDashboard: { arbitrary: operation('endInDashboard', { atOnce: fc.boolean() }), weight: 1 },
  scheduleInDashboard: { arbitrary: operation('scheduleInDashboard', {}), weight: 1 },
  changePrice: {
    arbitrary: operation('changePrice', { plan, period, percent: fc.integer({ min: 50, max: 150 }) }),
    weight: 1,
  },
  wait: { arbitrary: operation('wait', { days: fc.integer({ min: 1, max: 400 }) }), weight: 1 },
  reconcile: { arbitrary: operation('reconcile', {}), weight: 1 },
  removeAccount: { arbitrary: operation('removeAccount', {}), weight: 1 },
  deleteCustomer: { arbitrary: operation('deleteCustomer', {}), weight: 1 },
}

type Operations = { [Name in keyof typeof operations]: (typeof operations)[Name]['arbitrary'] }
export type OperationNamed<Name extends keyof Operations> =
  Operations[Name] extends fc.Arbitrary<infer One> ? One : never
export type Operation = { [Name in keyof Operations]: OperationNamed<Name> }[keyof Operations]

const fates = ['on time', 'lost', 'late', 'three times'] as const
export type Fate = (typeof fates)[number]
/** Of each webhook in turn: 10 in 100 are lost for good, 10 come after the next operation, 10 three times. */
const fate = fc.oneof(
  { arbitrary: fc.constant<Fate>('on time'), weight: 7 },
  { arbitrary: fc.constantFrom<Fate>('lost', 'late', 'three times'), weight: 3 },
)

const step = fc.record({
  operation: fc.oneof(...(Object.values(operations) as { arbitrary: fc.Arbitrary<Operation>; weight: number }[])),
  webhooks: fc.array(fate, { maxLength: 12, size: 'max' }),
  /** Until the next operation. */
  hours: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 48 }), fc.integer({ min: 1, max: 31 * 24 })),
})
export type Step = { operation: Operation; webhooks: Fate[]; hours: number }

export type Plot = { bornDay: number; steps: Step[] }
/** A life: it begins on some day of two years, one of them a leap year, and with a purchase. */
export const plot: fc.Arbitrary<Plot> = fc
  .record({
    bornDay: fc.nat({ max: 730 }),
    first: fc.record({
      operation: buy,
      webhooks: fc.constant<Fate[]>([]),
      hours: fc.nat({ max: 72 }),
    }),
    steps: fc.array(step, { maxLength: 22, size: 'max' }),
  })
  .map(({ bornDay, first, steps }) => ({ bornDay, steps: [first, ...steps] }))
