import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { noSuch } from './errors.ts'
import { newId } from './ids.ts'
import { boolean, paging, text } from './input.ts'
import { pageOf } from './lists.ts'
import { eventObject } from './objects/event.ts'
import type { Event, WebhookEndpoint } from './objects/event.ts'
import type { Sandbox } from './sandbox.ts'
import type { Stored } from './tables.ts'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export const isWanted = ({ enabled_events }: WebhookEndpoint, type: string) =>
  enabled_events.some((wanted) => wanted === '*' || wanted === type)

/** Records an event as of now, with one delivery for each endpoint that wants it. */
export function emit(sandbox: Sandbox, type: string, object: object, previous_attributes?: object): Event {
  const { store, clock } = sandbox
  const event = store.save(
    eventObject({
      id: newId('evt'),
      created: clock.now(),
      type,
      object: structuredClone(object),
      previous_attributes,
      request: sandbox.request,
    }),
  )
  const isHeld = store.find('sandbox.switches', 'switches')?.hold_deliveries ?? false
  for (const target of store.all('webhook_endpoint'))
    if (target.status === 'enabled' && isWanted(target, type))
      store.save({
        id: newId('dlv'),
        object: 'sandbox.delivery',
        event: event.id,
        endpoint: target.id,
        type,
        created: clock.now(),
        status: isHeld ? 'held' : 'pending',
        tries: [],
        next_try_at: null,
      })
  return event
}

/** Changes and saves an object; where that made a difference, an event tells what was there before. */
export function update<Record extends Stored>(
  sandbox: Sandbox,
  record: Record,
  type: string,
  change: (record: Record) => void,
): Record {
  const before: object = structuredClone(record)
  change(record)
  const previous = Object.entries(before).filter(([name, value]) => !isSame(value, record[name as keyof Record]))
  if (previous.length === 0) return record
  sandbox.store.save(record)
  emit(sandbox, type, record, Object.fromEntries(previous))
  return record
}

const deliveriesOf = ({ store }: Sandbox, event: Event) => store.by('sandbox.delivery', 'event', event.id)

/** How an event stands now: how many endpoints have not taken it yet. */
export const eventNow = (sandbox: Sandbox, event: Event): Event => ({
  ...event,
  pending_webhooks: deliveriesOf(sandbox, event).filter(({ status }) => status !== 'delivered').length,
})

const eventSeconds = 30 * 24 * 3600

function matches(type: string, wanted: string) {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
}

const EventList = z.strictObject({
  ...paging,
  type: text.optional(),
  types: z.array(text).max(20).optional(),
  delivery_success: boolean.optional(),
})

export const eventEndpoints = (sandbox: Sandbox) => [
  endpoint('GET', '/v1/events', EventList, (input) => {
    const types = input.types ?? (input.type === undefined ? ['*'] : [input.type])
    const events = [...sandbox.store.all('event')].filter(
      (event) =>
        event.created > sandbox.clock.now() - eventSeconds &&
        types.some((wanted) => matches(event.type, wanted)) &&
        (input.delivery_success === undefined ||
          deliveriesOf(sandbox, event).every(({ status }) => status === 'delivered') === input.delivery_success),
    )
    const page = pageOf('/v1/events', events, input)
    return { ...page, data: page.data.map((event) => eventNow(sandbox, event)) }
  }),
  endpoint('GET', '/v1/events/:id', z.strictObject({}), (_input, { id }) => {
    const event = sandbox.store.find('event', id)
    if (!event || event.created <= sandbox.clock.now() - eventSeconds) throw noSuch('event', id)
    return eventNow(sandbox, event)
  }),
]
