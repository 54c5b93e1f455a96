import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { findCard } from './cards.ts'
import { deliveryCalls } from './control-deliveries.ts'
import { parse } from './control-input.ts'
import { deleteCustomer, getCustomer } from './customers.ts'
import type { Deliveries } from './deliveries.ts'
import { closeDispute, openDispute } from './disputes.ts'
import { ApiError, invalidRequest, noSuch } from './errors.ts'
import { emit } from './events.ts'
import { Outage } from './outages.ts'
import type { Outages } from './outages.ts'
import { changeCard } from './payment-methods.ts'
import { addRefund, settleRefund } from './refunds.ts'
import type { Sandbox } from './sandbox.ts'
import { isSecret } from './secrets.ts'
import { seed } from './seed.ts'
import { changeSwitches, switchesOf } from './switches.ts'
import type { Table } from './tables.ts'
import type { Time } from './time.ts'

type Id = { id: string }
type Parts = { sandbox: Sandbox; deliveries: Deliveries; outages: Outages; time: Time }

const units = { s: 1, m: 60, h: 3_600, d: 24 * 3_600 }
const longestMove = 10 * 366 * 24 * 3_600

/** `31d`, `12h`, `90m`, `30s`, or seconds. */
const Duration = z.union([
  z.int().min(0),
  z
    .string()
    .regex(/^\d{1,9}[smhd]?$/, { error: 'must be a time as in 31d, 12h, 90m or 30s' })
    .transform((text) => Number.parseInt(text, 10) * (units[text.at(-1) as keyof typeof units] ?? 1)),
])
/** Seconds since 1970, or an ISO date. */
const Moment = z
  .union([z.int(), z.iso.date(), z.iso.datetime({ offset: true })])
  .transform((value) => (typeof value === 'number' ? value : Math.floor(Date.parse(value) / 1000)))
const Advance = z.union([z.strictObject({ by: Duration }), z.strictObject({ to: Moment })])
const payment = { charge: z.string().optional(), payment_intent: z.string().optional() }
const RefundOrder = z.strictObject({
  ...payment,
  amount: z.int().min(1).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  course: z.enum(['at once', 'pending', 'pending, then fails', 'fails later']).optional(),
})
const DisputeOrder = z.strictObject({ ...payment, reason: z.string().default('fraudulent') })
const Switches = z.strictObject({ final_failure: z.enum(['cancel', 'unpaid', 'past_due']).optional() })
const Seed = z.strictObject({ price: z.string(), customers: z.int().min(1).max(10_000) })
/** Fields of any object, also to values that no Stripe of today knows; with the event that tells it. */
const ObjectChange = z.strictObject({ changes: z.record(z.string(), z.unknown()), event: z.string().optional() })

function chargeOf({ store }: Sandbox, given: { charge?: string | undefined; payment_intent?: string | undefined }) {
  const intent = store.find('payment_intent', given.payment_intent ?? '')
  const id = given.charge ?? intent?.latest_charge ?? ''
  const charge = store.find('charge', id)
  if (!charge) throw noSuch('charge', given.charge ?? given.payment_intent ?? '', 'charge')
  return charge
}

function findAny({ store }: Sandbox, id: string) {
  const tables: Table[] = [
    'subscription',
    'invoice',
    'payment_intent',
    'charge',
    'refund',
    'dispute',
    'checkout.session',
  ]
  const found = [...tables, 'customer' as const, 'price' as const].flatMap((table) => store.find(table, id) ?? [])[0]
  if (!found) throw noSuch('object', id)
  return found
}

function bankCalls(control: FastifyInstance, { sandbox }: Parts) {
  const { store } = sandbox
  const commit = <Answer>(answer: Answer): Answer => {
    store.commit()
    return answer
  }
  control.post('/refunds', (request) => {
    const { course, ...given } = parse(RefundOrder, request.body)
    return commit(addRefund(sandbox, given, course))
  })
  control.post<{ Params: Id }>('/refunds/:id/settle', (request) => {
    const { status } = parse(z.strictObject({ status: z.enum(['succeeded', 'failed']) }), request.body)
    return commit(settleRefund(sandbox, request.params.id, status))
  })
  control.post('/disputes', (request) => {
    const given = parse(DisputeOrder, request.body)
    return commit(openDispute(sandbox, chargeOf(sandbox, given), given.reason))
  })
  control.post<{ Params: Id }>('/disputes/:id/close', (request) => {
    const { status } = parse(z.strictObject({ status: z.enum(['won', 'lost']) }), request.body)
    return commit(closeDispute(sandbox, request.params.id, status))
  })
  control.post<{ Params: Id }>('/customers/:id/card', (request) => {
    const { card_number } = parse(z.strictObject({ card_number: z.string() }), request.body)
    const card = findCard(card_number)
    if (!card) throw invalidRequest('This is no test card.', 'card_number')
    return commit(changeCard(sandbox, getCustomer(sandbox, request.params.id).id, card))
  })
  control.delete<{ Params: Id }>('/customers/:id', (request) => commit(deleteCustomer(sandbox, request.params.id)))
  control.post<{ Params: Id }>('/objects/:id', (request) => {
    const { changes, event } = parse(ObjectChange, request.body)
    const object = findAny(sandbox, request.params.id)
    const { id: _id, object: _object, ...allowed } = changes
    store.save(Object.assign(object, allowed))
    if (event !== undefined) emit(sandbox, event, object)
    return commit(object)
  })
}

/** What the Dashboard, banks and time do, for whoever has the token. Bodies are JSON. */
export function serveControl(app: FastifyInstance, parts: Parts) {
  const { sandbox, outages, time } = parts
  const { store, clock, secrets } = sandbox
  void app.register(
    async (control) => {
      control.addHook('onRequest', async (request) => {
        const token = (request.headers.authorization ?? '').replace(/^Bearer /, '')
        if (!isSecret(token, secrets.control_token))
          throw new ApiError(401, { type: 'invalid_request_error', message: 'This needs the sandbox’s own token.' })
      })
      control.get('/', () => ({
        now: clock.now(),
        switches: switchesOf(sandbox),
        webhook_endpoints: [...store.all('webhook_endpoint')].map(({ id, url, status }) => ({ id, url, status })),
        customers: [...store.all('customer')].length,
        subscriptions: [...store.all('subscription')].length,
        events: [...store.all('event')].length,
      }))
      control.post('/advance', (request) => {
        const target = parse(Advance, request.body)
        const by = 'to' in target ? target.to - clock.now() : target.by
        if (by < 0) throw invalidRequest('The clock never goes back.', 'to')
        if (by > longestMove) throw invalidRequest('The clock moves by at most ten years at once.', 'by')
        return time.advance(target)
      })
      control.post('/switches', (request) => {
        const given = parse(Switches, request.body)
        const answer = changeSwitches(sandbox, given)
        store.commit()
        return answer
      })
      control.get('/outages', () => ({ data: outages.list() }))
      control.post('/outages', (request) => {
        const outage = parse(Outage, request.body)
        outages.add(outage)
        return outage
      })
      control.delete('/outages', () => {
        outages.clear()
        return { data: [] }
      })
      control.post('/seed', (request) => {
        const { price, customers } = parse(Seed, request.body)
        const data = seed(sandbox, price, customers)
        store.commit()
        return { data }
      })
      deliveryCalls(control, sandbox, parts.deliveries)
      bankCalls(control, parts)
    },
    { prefix: '/_sandbox' },
  )
}
