import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { changeAccountSettings, readAccountSettings } from './account.ts'
import { findObject, getCustomer, getObject } from './api/endpoint.ts'
import { assertRequest, invalidRequest, resourceMissing } from './api/errors.ts'
import { parseControlInput } from './api/input.ts'
import { Outage } from './api/outages.ts'
import type { Outages } from './api/outages.ts'
import { deleteDraft } from './billing/cancellation.ts'
import { payInvoice } from './billing/invoice-lifecycle.ts'
import { startSubscription } from './billing/subscriptions.ts'
import { createCustomer, deleteCustomer } from './customers.ts'
import { addDelivery, emitEvent } from './events.ts'
import { attachCard, changeCard, findCard } from './payments/cards.ts'
import { addFraudWarning, closeDispute, disputeKinds, escalateInquiry, openDispute } from './payments/disputes.ts'
import { addRefund, completeRefund, refundCourses } from './payments/refunds.ts'
import { clock, store, transaction } from './sandbox.ts'
import type { Sandbox } from './sandbox.ts'
import { isSecret } from './secrets.ts'
import type { TimeRunner } from './time.ts'
import type { Deliveries } from './webhooks.ts'

type Parts = { sandbox: Sandbox; deliveries: Deliveries; outages: Outages; time: TimeRunner }

const units = { s: 1, m: 60, h: 3_600, d: 24 * 3_600 }
const maxAdvanceSeconds = 10 * 366 * 24 * 3_600

/** Duration as `31d`, `12h`, `90m` or `30s`, or a number of seconds. */
const Duration = z.union([
  z.int().min(0),
  z
    .string()
    .regex(/^\d{1,9}[smhd]?$/, { error: 'must be a time as in 31d, 12h, 90m or 30s' })
    .transform((text) => Number.parseInt(text, 10) * (units[text.at(-1) as keyof typeof units] ?? 1)),
])
/** Time as seconds since 1970, or as an ISO date. */
const Moment = z
  .union([z.int(), z.iso.date(), z.iso.datetime({ offset: true })])
  .transform((value) => (typeof value === 'number' ? value : Math.floor(Date.parse(value) / 1000)))
const Advance = z.union([z.strictObject({ by: Duration }), z.strictObject({ to: Moment })])
const Payment = z.strictObject({ charge: z.string().optional(), payment_intent: z.string().optional() })
const RefundOrder = Payment.extend({
  amount: z.int().min(1).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  course: z.enum(refundCourses).optional(),
})
const DisputeOrder = Payment.extend({ reason: z.string().default('fraudulent'), kind: z.enum(disputeKinds).optional() })
const FraudWarning = Payment.extend({ fraud_type: z.string().default('made_with_stolen_card') })
const Switches = z.strictObject({
  final_failure: z.enum(['cancel', 'unpaid', 'past_due']).optional(),
  unknown_location: z.enum(['no_tax', 'draft']).optional(),
  hosted_payment_method_save: z.enum(['always', 'never']).optional(),
  has_terms: z.boolean().optional(),
  read_only: z.array(z.string().startsWith('/v1/')).optional(),
})
const Settlement = z.strictObject({ status: z.enum(['succeeded', 'failed']) })
const Closing = z.strictObject({ status: z.enum(['won', 'lost', 'warning_closed']) })
const NewCard = z.strictObject({ card_number: z.string() })
const Seed = z.strictObject({ price: z.string(), customers: z.int().min(1).max(10_000) })
/** Change of any object, even to values that Stripe does not use today. Emits `event`. */
const ObjectChange = z.strictObject({ changes: z.record(z.string(), z.unknown()), event: z.string().optional() })
const Release = z.strictObject({
  /** Order of the events. reverse: newest first, each after the previous response. random: shuffled. */
  order: z.enum(['created', 'reverse', 'random']).default('created'),
  /** Ids of the events to release, in this order. Default: all. */
  events: z.array(z.string()).optional(),
})
const Redelivery = z.strictObject({ times: z.int().min(1).max(100).default(1), together: z.boolean().default(false) })
const DeliveryFilter = z.object({
  type: z.string().optional(),
  status: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
})
const anyInput = z.unknown()

function chargeOf(reference: z.infer<typeof Payment>) {
  const intent = store.find('payment_intent', reference.payment_intent)
  const charge = store.find('charge', reference.charge ?? intent?.latest_charge)
  if (!charge) throw resourceMissing('charge', reference.charge ?? reference.payment_intent ?? '', 'charge')
  return charge
}

/** Endpoint under /_sandbox. Its response is sent after the commit. A GET reads its input from the query. */
type Call = { method: 'GET' | 'POST' | 'DELETE'; url: string; run: (input: unknown, id: string) => unknown }

const call = <Schema extends z.ZodType>(
  method: Call['method'],
  url: string,
  schema: Schema,
  run: (input: z.output<Schema>, id: string) => unknown,
): Call => ({ method, url, run: (input, id) => run(parseControlInput(schema, input), id) })

function changeObject(id: string, { changes, event }: z.infer<typeof ObjectChange>) {
  const object = findObject(id)
  if (!object) throw resourceMissing('object', id)
  const { id: _id, object: _object, ...allowed } = changes
  store.save(Object.assign(object, allowed))
  if (event !== undefined) emitEvent(event, object)
  return object
}

function saveCard(customer: string, card_number: string) {
  const card = findCard(card_number)
  assertRequest(card, 'This is no test card.', 'card_number')
  return changeCard(getCustomer(customer).id, card)
}

function subscribe(price: string, number: number) {
  const card = findCard('4242424242424242')
  assertRequest(card, 'The card for payments does not exist.')
  const customer = createCustomer({ email: `seed-${number}@example.test` }).id
  const method = attachCard(customer, card)
  const { invoice, subscription } = startSubscription({
    customer,
    items: [{ price: getObject('price', price, 'price'), quantity: 1 }],
    default_payment_method: method.id,
    automatic_tax: { enabled: false },
    metadata: {},
    discounts: [],
    checkout_session: '',
  })
  if (invoice.amount_remaining > 0) payInvoice(invoice, { method, situation: 'first' })
  return { customer, subscription: subscription.id }
}

/** Creates many subscribers for measurements. Sends no webhooks for them. */
function seedSubscribers(price: string, customers: number) {
  const silenced = store.all('webhook_endpoint').filter(({ status }) => status === 'enabled')
  for (const target of silenced) target.status = 'disabled'
  try {
    return Array.from({ length: customers }, (_one, number) => subscribe(price, number))
  } finally {
    for (const target of silenced) target.status = 'enabled'
  }
}

const bankCalls = [
  call('POST', '/refunds', RefundOrder, ({ course, ...params }) => addRefund(params, course)),
  call('POST', '/refunds/:id/settle', Settlement, ({ status }, id) => completeRefund(id, status)),
  call('POST', '/disputes', DisputeOrder, (params) => openDispute(chargeOf(params), params)),
  call('POST', '/disputes/:id/escalate', anyInput, (_input, id) => escalateInquiry(id)),
  call('POST', '/disputes/:id/close', Closing, ({ status }, id) => closeDispute(id, status)),
  call('POST', '/early-fraud-warnings', FraudWarning, (params) => addFraudWarning(chargeOf(params), params.fraud_type)),
  call('POST', '/customers/:id/card', NewCard, ({ card_number }, id) => saveCard(id, card_number)),
  call('DELETE', '/customers/:id', anyInput, (_input, id) => deleteCustomer(id)),
  call('DELETE', '/invoices/:id', anyInput, (_input, id) => deleteDraft(id)),
  call('POST', '/objects/:id', ObjectChange, (input, id) => changeObject(id, input)),
  call('POST', '/switches', Switches, changeAccountSettings),
  call('POST', '/seed', Seed, ({ price, customers }) => ({ data: seedSubscribers(price, customers) })),
]

const state = () => ({
  now: clock.now(),
  switches: readAccountSettings(),
  webhook_endpoints: store.all('webhook_endpoint').map(({ id, url, status }) => ({ id, url, status })),
  customers: store.all('customer').length,
  subscriptions: store.all('subscription').length,
  events: store.all('event').length,
})

function advance(time: TimeRunner, target: z.infer<typeof Advance>) {
  const by = 'to' in target ? target.to - clock.now() : target.by
  assertRequest(by >= 0, 'The clock never goes back.', 'to')
  assertRequest(by <= maxAdvanceSeconds, 'The clock moves by at most ten years at once.', 'by')
  return time.advance(target)
}

const testCalls = ({ sandbox: { calls }, outages, time }: Parts) => [
  call('GET', '/', anyInput, state),
  call('GET', '/calls', anyInput, () => calls),
  call('DELETE', '/calls', anyInput, () => Object.assign(calls, { reads: 0, writes: 0 })),
  call('POST', '/advance', Advance, (target) => advance(time, target)),
  call('GET', '/outages', anyInput, () => ({ data: outages.list })),
  call('POST', '/outages', Outage, (outage) => outages.add(outage)),
  call('DELETE', '/outages', anyInput, () => ({ data: outages.clear() })),
]

function listDeliveries({ limit, type, status }: z.infer<typeof DeliveryFilter>) {
  const fits = store
    .all('sandbox.delivery')
    .filter((one) => one.type === (type ?? one.type) && one.status === (status ?? one.status))
  return { data: fits.toReversed().slice(0, limit), total: fits.length }
}

async function release({ sandbox, deliveries }: Parts, { order, events }: z.infer<typeof Release>) {
  const held = store.all('sandbox.delivery').filter(({ status }) => status === 'held')
  const selected = events ? events.flatMap((id) => held.filter(({ event }) => event === id)) : held
  if (order === 'reverse') selected.reverse()
  if (order === 'random') selected.sort(() => Math.random() - 0.5)
  if (!events) changeAccountSettings({ hold_deliveries: false })
  for (const delivery of selected) {
    transaction(sandbox, () => store.save({ ...delivery, status: 'pending' }))
    await deliveries.idle()
  }
  return { released: selected.length }
}

async function redeliver({ sandbox, deliveries }: Parts, id: string, { times, together }: z.infer<typeof Redelivery>) {
  const event = getObject('event', id)
  const add = () => store.all('webhook_endpoint').map((target) => addDelivery(event, target, 'pending').id)
  const made: string[] = []
  for (let round = 0; round < (together ? 1 : times); round++) {
    made.push(...transaction(sandbox, () => Array.from({ length: together ? times : 1 }, add).flat()))
    await deliveries.idle()
  }
  return { data: made.map((delivery) => sandbox.store.find('sandbox.delivery', delivery)) }
}

const deliveryCalls = (parts: Parts) => [
  call('GET', '/deliveries', DeliveryFilter, listDeliveries),
  call('POST', '/deliveries/hold', anyInput, () => changeAccountSettings({ hold_deliveries: true })),
  call('POST', '/deliveries/release', Release, (input) => release(parts, input)),
  call('POST', '/events/:id/deliver', Redelivery, (input, id) => redeliver(parts, id, input)),
]

/** Registers the endpoints that control Dashboard, banks and clock. They require the control token. */
export function serveControl(app: FastifyInstance, parts: Parts) {
  const { sandbox } = parts
  void app.register(
    async (control) => {
      control.addHook('onRequest', async (request) => {
        const token = (request.headers.authorization ?? '').replace(/^Bearer /, '')
        const message = 'This needs the sandbox’s own token.'
        if (!isSecret(token, sandbox.secrets.control_token)) throw invalidRequest(message, undefined, undefined, 401)
      })
      for (const { method, url, run } of [...bankCalls, ...testCalls(parts), ...deliveryCalls(parts)])
        control.route<{ Params: { id: string } }>({
          method,
          url,
          handler: ({ query, body, params }) =>
            transaction(sandbox, () => run(method === 'GET' ? query : body, params.id)),
        })
    },
    { prefix: '/_sandbox' },
  )
}
