import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { noSuch } from './errors.ts'
import { newId, randomText } from './ids.ts'
import { boolean, emptyable, mergeMetadata, metadata, paging, text, url } from './input.ts'
import { pageOf } from './lists.ts'
import { apiVersion, webhookEndpointObject } from './objects/event.ts'
import type { WebhookEndpoint } from './objects/event.ts'
import type { Sandbox } from './sandbox.ts'

const NewEndpoint = z.strictObject({
  url,
  enabled_events: z.array(text).min(1),
  api_version: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
})
const EndpointChanges = z.strictObject({
  url: url.optional(),
  enabled_events: z.array(text).min(1).optional(),
  description: emptyable.optional(),
  disabled: boolean.optional(),
  metadata: metadata.optional(),
})

/** The one that the sandbox was started with: its secret is a setting. */
const givenEndpoint = 'we_given'

/** Its id is always the same, so that a restart with another address changes it and adds none. */
export function useGivenEndpoint(sandbox: Sandbox) {
  const { store, clock, options } = sandbox
  const found = store.find('webhook_endpoint', givenEndpoint)
  if (options.webhookUrl === undefined) {
    if (found) store.remove(found)
    return
  }
  store.save(
    webhookEndpointObject({
      id: givenEndpoint,
      created: found?.created ?? clock.now(),
      url: options.webhookUrl,
      enabled_events: ['*'],
      api_version: apiVersion,
      description: 'The product that this sandbox was started for',
      metadata: {},
    }),
  )
}

export const secretOf = ({ store, secrets }: Sandbox, id: string) =>
  store.find('sandbox.endpoint_secret', id)?.secret ?? secrets.webhook_secret

function addEndpoint(sandbox: Sandbox, given: z.infer<typeof NewEndpoint>) {
  const { store, clock } = sandbox
  const { id, secret } = store.save({
    id: newId('we'),
    object: 'sandbox.endpoint_secret' as const,
    secret: `whsec_${randomText(32)}`,
  })
  const made = webhookEndpointObject({
    id,
    created: clock.now(),
    url: given.url,
    enabled_events: given.enabled_events,
    api_version: given.api_version ?? null,
    description: given.description ?? null,
    metadata: mergeMetadata({}, given.metadata),
  })
  // Only the answer to its creation tells the secret.
  return { ...store.save(made), secret }
}

function getEndpoint({ store }: Sandbox, id: string): WebhookEndpoint {
  const found = store.find('webhook_endpoint', id)
  if (!found) throw noSuch('webhook endpoint', id)
  return found
}

function changeEndpoint(sandbox: Sandbox, id: string, given: z.infer<typeof EndpointChanges>) {
  const found = getEndpoint(sandbox, id)
  const { disabled, metadata: changes, ...plain } = given
  Object.assign(found, plain)
  if (disabled !== undefined) found.status = disabled ? 'disabled' : 'enabled'
  found.metadata = mergeMetadata(found.metadata, changes)
  return sandbox.store.save(found)
}

export const webhookEndpointEndpoints = (sandbox: Sandbox) => [
  endpoint('POST', '/v1/webhook_endpoints', NewEndpoint, (input) => addEndpoint(sandbox, input)),
  endpoint('GET', '/v1/webhook_endpoints', z.strictObject(paging), (input) =>
    pageOf('/v1/webhook_endpoints', sandbox.store.all('webhook_endpoint'), input),
  ),
  endpoint('GET', '/v1/webhook_endpoints/:id', z.strictObject({}), (_input, { id }) => getEndpoint(sandbox, id)),
  endpoint('POST', '/v1/webhook_endpoints/:id', EndpointChanges, (input, { id }) => changeEndpoint(sandbox, id, input)),
  endpoint('DELETE', '/v1/webhook_endpoints/:id', z.strictObject({}), (_input, { id }) => {
    sandbox.store.remove(getEndpoint(sandbox, id))
    return { id, object: 'webhook_endpoint', deleted: true }
  }),
]
