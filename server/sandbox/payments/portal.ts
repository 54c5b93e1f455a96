import { z } from 'zod'
import { endpoint, getCustomer, getObject } from '../api/endpoint.ts'
import { assertRequest } from '../api/errors.ts'
import { boolean, enabled, mergeMetadata, metadata, text, url } from '../api/input.ts'
import { createObject, fillDefaults, newId, randomText } from '../create.ts'
import type { PortalConfiguration } from '../objects.ts'
import { clock, currentSandbox, store } from '../sandbox.ts'

const NewConfiguration = z.strictObject({
  features: z.strictObject({
    customer_update: enabled.extend({ allowed_updates: z.array(text).optional() }).optional(),
    invoice_history: enabled.optional(),
    payment_method_update: enabled.optional(),
    subscription_cancel: enabled.extend({ mode: z.enum(['at_period_end', 'immediately']).optional() }).optional(),
    subscription_update: enabled.optional(),
  }),
  metadata,
})
const ConfigurationChanges = NewConfiguration.partial().extend({ active: boolean.optional() })
const redirect = z.strictObject({ type: z.literal('redirect'), redirect: z.strictObject({ return_url: url }) })
const NewSession = z.strictObject({
  customer: text,
  return_url: url.optional(),
  configuration: text.optional(),
  locale: text.optional(),
  flow_data: z
    .strictObject({ type: z.literal('payment_method_update'), after_completion: redirect.optional() })
    .optional(),
})

const addConfiguration = (params: z.infer<typeof NewConfiguration>, is_default = false) =>
  store.save(createObject('billing_portal.configuration', { ...params, is_default, updated: clock.now() }))

const findDefaultConfiguration = () => store.all('billing_portal.configuration').find(({ is_default }) => is_default)

export function addDefaultConfiguration() {
  if (!findDefaultConfiguration()) addConfiguration({ features: {} }, true)
}

function changeConfiguration(params: z.infer<typeof ConfigurationChanges>, id: string): PortalConfiguration {
  const configuration = getObject('billing_portal.configuration', id)
  const { features = {}, metadata: changes, ...plain } = params
  const names = Object.keys(features) as (keyof typeof features)[]
  for (const name of names) Object.assign(configuration.features[name], features[name])
  Object.assign(configuration, plain, { updated: clock.now() })
  configuration.metadata = mergeMetadata(configuration.metadata, changes)
  return store.save(configuration)
}

function createPortalSession({ flow_data, ...params }: z.infer<typeof NewSession>) {
  const { id: usual } = findDefaultConfiguration() ?? {}
  const configuration = getObject('billing_portal.configuration', params.configuration ?? usual, 'configuration')
  const isEnabled = !flow_data || configuration.features.payment_method_update.enabled
  const message = 'The portal configuration has `payment_method_update` disabled.'
  assertRequest(isEnabled, message, 'flow_data[type]')
  const id = newId('bps')
  const session = createObject('billing_portal.session', {
    ...params,
    id,
    configuration: configuration.id,
    customer: getCustomer(params.customer, 'customer').id,
    flow: flow_data && fillDefaults('billing_portal.session.flow', flow_data),
    return_url: params.return_url ?? configuration.default_return_url,
    url: `${currentSandbox().publicUrl()}/p/session/${id}/${randomText(24)}`,
  })
  return store.save(session)
}

const configurations = '/v1/billing_portal/configurations'
export const portalEndpoints = [
  endpoint('POST', '/v1/billing_portal/sessions', NewSession, createPortalSession),
  endpoint('POST', configurations, NewConfiguration, (input) => addConfiguration(input)),
  endpoint('POST', `${configurations}/:id`, ConfigurationChanges, changeConfiguration),
]
