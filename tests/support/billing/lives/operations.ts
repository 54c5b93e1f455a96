import * as fc from 'fast-check'
import { disputeKinds } from '#server/sandbox/payments/disputes.ts'
import { cards } from '../payment-sandbox.ts'

const periods = ['month', 'year'] as const
const courses = ['at once', 'pending', 'pending, then fails', 'fails later'] as const

/** `pick` selects an item: the number modulo the count. */
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
  declareEnd: {
    arbitrary: operation('declareEnd', { kind: fc.constantFrom('cancel', 'withdraw'), byMail: fc.boolean(), twice }),
    weight: 3,
  },
  changeAutoRenew: { arbitrary: operation('changeAutoRenew', { enabled: fc.boolean() }), weight: 4 },
  refundFirst: { arbitrary: operation('refundFirst', { twice }), weight: 2 },
  refundCredit: { arbitrary: operation('refundCredit', { twice }), weight: 2 },
  refundAsAdmin: { arbitrary: operation('refundAsAdmin', { pick, percent, twice }), weight: 3 },
  refundInDashboard: {
    arbitrary: operation('refundInDashboard', { pick, percent, course: fc.constantFrom(...courses) }),
    weight: 3,
  },
  openDispute: { arbitrary: operation('openDispute', { pick, kind: fc.constantFrom(...disputeKinds) }), weight: 3 },
  escalateInquiry: { arbitrary: operation('escalateInquiry', { pick }), weight: 1 },
  closeDispute: { arbitrary: operation('closeDispute', { pick, status: fc.constantFrom('won', 'lost') }), weight: 4 },
  warnOfFraud: { arbitrary: operation('warnOfFraud', { pick }), weight: 2 },
  changeCard: { arbitrary: operation('changeCard', { card }), weight: 4 },
  endInDashboard: { arbitrary: operation('endInDashboard', { atOnce: fc.boolean() }), weight: 1 },
  scheduleInDashboard: { arbitrary: operation('scheduleInDashboard', {}), weight: 1 },
  changePrice: { arbitrary: operation('changePrice', { percent: fc.integer({ min: 50, max: 150 }) }), weight: 4 },
  missRenewal: { arbitrary: operation('missRenewal', { days: fc.integer({ min: 1, max: 12 }) }), weight: 2 },
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
/** Webhooks: 10 % are lost, 10 % late, 10 % delivered three times. */
const fate = fc.oneof(
  { arbitrary: fc.constant<Fate>('on time'), weight: 7 },
  { arbitrary: fc.constantFrom<Fate>('lost', 'late', 'three times'), weight: 3 },
)

/** A failed request to Stripe, before or after its effect. */
const outage = fc.record({
  method: fc.constantFrom('POST', 'DELETE'),
  path: fc.constantFrom('/v1/', '/v1/subscriptions', '/v1/refunds', '/v1/customers', '/v1/checkout'),
  status: fc.constantFrom(500, 503),
  when: fc.constantFrom('before', 'after'),
})
type Outage = { method: string; path: string; status: number; when: string }

const step = fc.record({
  operation: fc.oneof(...(Object.values(operations) as { arbitrary: fc.Arbitrary<Operation>; weight: number }[])),
  outage: fc.oneof({ arbitrary: fc.constant(null), weight: 6 }, { arbitrary: outage, weight: 1 }),
  webhooks: fc.array(fate, { maxLength: 12, size: 'max' }),
  hours: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 48 }), fc.integer({ min: 1, max: 31 * 24 })),
})
export type Step = { operation: Operation; outage: Outage | null; webhooks: Fate[]; hours: number }

const account = fc.record({
  final_failure: fc.constantFrom('cancel', 'cancel', 'unpaid', 'past_due'),
  hosted_payment_method_save: fc.constantFrom('always', 'never'),
})
type Account = { final_failure: string; hosted_payment_method_save: string }

export type Plot = { bornDay: number; account: Account; steps: Step[] }
export const plot: fc.Arbitrary<Plot> = fc
  .record({
    bornDay: fc.nat({ max: 730 }),
    account,
    first: fc.record({
      operation: buy,
      outage: fc.constant(null),
      webhooks: fc.constant<Fate[]>([]),
      hours: fc.nat({ max: 72 }),
    }),
    steps: fc.array(step, { maxLength: 14, size: 'max' }),
  })
  .map(({ first, steps, ...life }) => ({ ...life, steps: [first, ...steps] }))
