import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { parse } from './control-input.ts'
import type { Deliveries } from './deliveries.ts'
import { noSuch } from './errors.ts'
import { newId } from './ids.ts'
import type { Sandbox } from './sandbox.ts'
import { changeSwitches } from './switches.ts'

const Release = z.strictObject({
  /** reverse: the newest first, each after the one before it was answered. random: shuffled. */
  order: z.enum(['created', 'reverse', 'random']).default('created'),
  /** Only these events, in this order; the others stay held. */
  events: z.array(z.string()).optional(),
})
const Again = z.strictObject({
  times: z.int().min(1).max(100).default(1),
  /** One after the other, or all at once. */
  together: z.boolean().default(false),
})
const DeliveryFilter = z.object({
  event: z.string().optional(),
  type: z.string().optional(),
  status: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
})

type Id = { id: string }

/** Webhooks late, again and in another order. */
export function deliveryCalls(control: FastifyInstance, sandbox: Sandbox, deliveries: Deliveries) {
  const { store, clock } = sandbox
  control.get('/deliveries', (request) => {
    const { limit, ...wanted } = parse(DeliveryFilter, request.query)
    const fits = [...store.all('sandbox.delivery')].filter(
      (one) =>
        one.event === (wanted.event ?? one.event) &&
        one.type === (wanted.type ?? one.type) &&
        one.status === (wanted.status ?? one.status),
    )
    return { data: fits.toReversed().slice(0, limit), total: fits.length }
  })
  control.post('/deliveries/hold', () => {
    changeSwitches(sandbox, { hold_deliveries: true })
    store.commit()
    return { held: true }
  })
  control.post('/deliveries/release', async (request) => {
    const { order, events } = parse(Release, request.body)
    const held = [...store.all('sandbox.delivery')].filter(({ status }) => status === 'held')
    const wanted = events ? events.flatMap((id) => held.filter(({ event }) => event === id)) : held
    if (order === 'reverse') wanted.reverse()
    if (order === 'random') wanted.sort(() => Math.random() - 0.5)
    if (!events) changeSwitches(sandbox, { hold_deliveries: false })
    store.commit()
    for (const delivery of wanted) {
      store.save({ ...delivery, status: 'pending' })
      store.commit()
      await deliveries.idle()
    }
    return { released: wanted.length }
  })
  control.post<{ Params: Id }>('/events/:id/deliver', async (request) => {
    const { times, together } = parse(Again, request.body)
    const event = store.find('event', request.params.id)
    if (!event) throw noSuch('event', request.params.id)
    const made = []
    for (let time = 0; time < times; time++) {
      for (const target of store.all('webhook_endpoint'))
        made.push(
          store.save({
            id: newId('dlv'),
            object: 'sandbox.delivery',
            event: event.id,
            endpoint: target.id,
            type: event.type,
            created: clock.now(),
            status: 'pending',
            tries: [],
            next_try_at: null,
          }),
        )
      if (together && time < times - 1) continue
      store.commit()
      await deliveries.idle()
    }
    return { data: made.map(({ id }) => store.find('sandbox.delivery', id)) }
  })
}
