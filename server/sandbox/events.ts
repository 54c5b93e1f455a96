import { z } from 'zod'
import { readAccountSettings } from './account.ts'
import { endpoint, endpointWithoutParams, getObject, pageOf, PagingInput } from './api/endpoint.ts'
import { resourceMissing } from './api/errors.ts'
import { boolean, text } from './api/input.ts'
import { createObject, newId } from './create.ts'
import type { Event, WebhookEndpoint } from './objects.ts'
import { clock, currentSandbox, store } from './sandbox.ts'
import type { Delivery, StoredObject } from './store.ts'

export const apiVersion = '2026-10-28.endive'

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

const isSubscribedTo = ({ enabled_events: types, status }: WebhookEndpoint, type: string) =>
  status === 'enabled' && (types.includes('*') || types.includes(type))

/** Saves an event about an object, and a delivery to each endpoint that subscribed to its type. Returns the object. */
export function emitEvent<Subject extends object>(
  type: string,
  object: Subject,
  previous_attributes?: object,
): Subject {
  const event = createObject('event', { api_version: apiVersion, request: currentSandbox().request, type })
  event.data = { object: structuredClone(object), ...(previous_attributes && { previous_attributes }) }
  store.save(event)
  const status = readAccountSettings().hold_deliveries ? 'held' : 'pending'
  for (const target of store.all('webhook_endpoint'))
    if (isSubscribedTo(target, type)) addDelivery(event, target, status)
  return object
}

/** Changes and saves an object. If it differs, emits an event with the previous attributes. */
export function updateObject<Record extends StoredObject>(
  record: Record,
  type: string,
  change: (record: Record) => void,
): Record {
  const before = Object.entries(structuredClone<object>(record))
  change(record)
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(record[name as keyof Record])
  const previous = before.filter(isChanged)
  if (previous.length === 0) return record
  return emitEvent(type, store.save(record), Object.fromEntries(previous))
}

/** Changes fields of an object and emits its `.updated` event. */
export const changeFields = <Record extends StoredObject>(record: Record, changes: Partial<Record>): Record =>
  updateObject(record, `${record.object === 'subscription' ? 'customer.' : ''}${record.object}.updated`, (one) => {
    Object.assign(one, changes)
  })

const deliveriesOf = (event: Event) => store.by('sandbox.delivery', 'event', event.id)
const isDelivered = ({ status }: Delivery) => status === 'delivered'

/** Returns an event with the number of endpoints that have not received it yet. */
export const withPendingWebhooks = (event: Event): Event => ({
  ...event,
  pending_webhooks: deliveriesOf(event).filter((delivery) => !isDelivered(delivery)).length,
})

const isRecent = (event: Event) => event.created > clock.now() - 30 * 24 * 3600
const matchesType = ({ type }: Event, pattern: string) =>
  pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern

const EventList = PagingInput.extend({
  type: text.default('*'),
  types: z.array(text).max(20).optional(),
  delivery_success: boolean.optional(),
})

export const eventEndpoints = [
  endpoint('GET', '/v1/events', EventList, ({ type, types = [type], delivery_success, ...paging }) => {
    const events = store
      .all('event')
      .filter((event) => isRecent(event) && types.some((pattern) => matchesType(event, pattern)))
      .filter((event) => delivery_success === undefined || deliveriesOf(event).every(isDelivered) === delivery_success)
    const page = pageOf('/v1/events', events, paging)
    return { ...page, data: page.data.map(withPendingWebhooks) }
  }),
  endpointWithoutParams('GET', '/v1/events/:id', (id) => {
    const event = getObject('event', id)
    if (!isRecent(event)) throw resourceMissing('event', id)
    return withPendingWebhooks(event)
  }),
]
