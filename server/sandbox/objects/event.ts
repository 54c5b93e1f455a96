type Metadata = Record<string, string>

/** The API version whose shapes the sandbox speaks. */
export const apiVersion = '2026-10-28.endive'

export function eventObject(given: {
  id: string
  created: number
  type: string
  object: object
  previous_attributes: object | undefined
  request: { id: string | null; idempotency_key: string | null }
}) {
  const { previous_attributes } = given
  return {
    id: given.id,
    object: 'event' as const,
    api_version: apiVersion,
    created: given.created,
    data: { object: given.object, ...(previous_attributes && { previous_attributes }) },
    livemode: false,
    pending_webhooks: 0,
    request: given.request,
    type: given.type,
  }
}
export type Event = ReturnType<typeof eventObject>

export function webhookEndpointObject(given: {
  id: string
  created: number
  url: string
  enabled_events: string[]
  api_version: string | null
  description: string | null
  metadata: Metadata
}) {
  return {
    id: given.id,
    object: 'webhook_endpoint' as const,
    api_version: given.api_version,
    application: null,
    created: given.created,
    description: given.description,
    enabled_events: given.enabled_events,
    livemode: false,
    metadata: given.metadata,
    status: 'enabled',
    url: given.url,
  }
}
export type WebhookEndpoint = ReturnType<typeof webhookEndpointObject>

/** One event for one endpoint; `next_try_at` is null while it is being tried and when no try is left. */
export type Delivery = {
  id: string
  object: 'sandbox.delivery'
  event: string
  endpoint: string
  type: string
  created: number
  status: 'pending' | 'held' | 'delivered' | 'failed'
  tries: { at: number; status: number | null; error: string | null }[]
  next_try_at: number | null
}
