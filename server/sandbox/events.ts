import { z } from 'zod'
import { readAccountSettings } from './account.ts'
import { endpoint } from './api/endpoint.ts'
import { resourceMissing } from './api/errors.ts'
import { boolean, pagingFields, text } from './api/input.ts'
import { getObject, pageOf } from './api/retrieval.ts'
import { createObject, newId } from './create.ts'
import type { Event, WebhookEndpoint } from './objects.ts'
import { clock, currentSandbox, store } from './sandbox.ts'
import type { Delivery, StoredObject } from './store.ts'

export const apiVersion = '2026-10-28.endive'

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const isSubscribedTo = ({ enabled_events }: WebhookEndpoint, type: string) =>
  enabled_events.some((enabled) => enabled === '*' || enabled === type)

export const addDelivery = (event: Event, target: WebhookEndpoint, status: Delivery['status']): Delivery =>
  store.save({
    id: newId('dlv'),
    object: 'sandbox.delivery',
    event: event.id,
    endpoint: target.id,
    type: event.type,
    created: clock.now(),
    status,
    tries: [],
    next_try_at: null,
  })

/** Saves an event, and a delivery to each endpoint that subscribed to its type. */
export function emitEvent(type: string, object: object, previous_attributes?: object): Event {
  const event = createObject('event', {
    api_version: apiVersion,
    pending_webhooks: 0,
    request: currentSandbox().request,
    type,
  })
  event.data = { object: structuredClone(object), ...(previous_attributes && { previous_attributes }) }
  store.save(event)
  const isHeld = readAccountSettings().hold_deliveries
  for (const target of store.all('webhook_endpoint'))
    if (target.status === 'enabled' && isSubscribedTo(target, type))
      addDelivery(event, target, isHeld ? 'held' : 'pending')
  return event
}

/** Changes and saves an object. If it differs, emits an event with the previous attributes. */
export function updateObject<Record extends StoredObject>(
  record: Record,
  type: string,
  change: (record: Record) => void,
): Record {
  const before: object = structuredClone(record)
  change(record)
  const previous = Object.entries(before).filter(([name, value]) => !isEqual(value, record[name as keyof Record]))
  if (previous.length === 0) return record
  store.save(record)
  emitEvent(type, record, Object.fromEntries(previous))
  return record
}

/** Changes fields of an object and emits its `.updated` event. */
export const changeFields = <Record extends StoredObject>(record: Record, changes: Partial<Record>): Record =>
  updateObject(record, `${record.object === 'subscription' ? 'customer.' : ''}${record.object}.updated`, (one) => {
    Object.assign(one, changes)
  })

const deliveriesOf = (event: Event) => store.by('sandbox.delivery', 'event', event.id)

/** Returns an event with the number of endpoints that have not received it yet. */
export const withPendingWebhooks = (event: Event): Event => ({
  ...event,
  pending_webhooks: deliveriesOf(event).filter(({ status }) => status !== 'delivered').length,
})

const eventSeconds = 30 * 24 * 3600

function matches(type: string, pattern: string) {
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern
}

const EventList = z.strictObject({
  ...pagingFields,
  type: text.optional(),
  types: z.array(text).max(20).optional(),
  delivery_success: boolean.optional(),
})

export const eventEndpoints = [
  endpoint('GET', '/v1/events', EventList, (input) => {
    const types = input.types ?? (input.type === undefined ? ['*'] : [input.type])
    const events = [...store.all('event')].filter(
      (event) =>
        event.created > clock.now() - eventSeconds &&
        types.some((pattern) => matches(event.type, pattern)) &&
        (input.delivery_success === undefined ||
          deliveriesOf(event).every(({ status }) => status === 'delivered') === input.delivery_success),
    )
    const page = pageOf('/v1/events', events, input)
    return { ...page, data: page.data.map((event) => withPendingWebhooks(event)) }
  }),
  endpoint('GET', '/v1/events/:id', z.strictObject({}), (_input, { id }) => {
    const event = getObject('event', id)
    if (event.created <= clock.now() - eventSeconds) throw resourceMissing('event', id)
    return withPendingWebhooks(event)
  }),
]
