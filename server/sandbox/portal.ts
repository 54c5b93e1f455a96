import { z } from 'zod'
import { getCustomer } from './customers.ts'
import { endpoint } from './endpoint.ts'
import { noSuch } from './errors.ts'
import { newId, randomText } from './ids.ts'
import { boolean, mergeMetadata, metadata, paging, text, url } from './input.ts'
import { pageOf } from './lists.ts'
import { portalConfigurationObject, portalSessionObject } from './objects/hosted.ts'
import type { PortalConfiguration } from './objects/hosted.ts'
import type { Sandbox } from './sandbox.ts'

const Switch = z.strictObject({ enabled: boolean })
const Features = z.strictObject({
  customer_update: z.strictObject({ enabled: boolean, allowed_updates: z.array(text).optional() }).optional(),
  invoice_history: Switch.optional(),
  payment_method_update: Switch.optional(),
  subscription_cancel: z
    .strictObject({
      enabled: boolean,
      mode: z.enum(['at_period_end', 'immediately']).optional(),
      proration_behavior: text.optional(),
    })
    .optional(),
  subscription_update: z.strictObject({ enabled: boolean, proration_behavior: text.optional() }).optional(),
})
const NewConfiguration = z.strictObject({
  features: Features,
  business_profile: z
    .strictObject({
      headline: text.optional(),
      privacy_policy_url: url.optional(),
      terms_of_service_url: url.optional(),
    })
    .optional(),
  default_return_url: url.optional(),
  metadata: metadata.optional(),
  name: text.optional(),
})
const ConfigurationChanges = NewConfiguration.partial().extend({ active: boolean.optional() })
const NewSession = z.strictObject({
  customer: text,
  return_url: url.optional(),
  configuration: text.optional(),
  locale: text.optional(),
})

function addConfiguration(sandbox: Sandbox, given: z.infer<typeof NewConfiguration>, is_default: boolean) {
  const { store, clock } = sandbox
  return store.save(
    portalConfigurationObject({
      id: newId('bpc'),
      created: clock.now(),
      is_default,
      default_return_url: given.default_return_url ?? null,
      business_profile: given.business_profile ?? {},
      features: given.features,
      metadata: mergeMetadata({}, given.metadata),
      name: given.name ?? null,
    }),
  )
}

function getConfiguration({ store }: Sandbox, id: string, param = 'id'): PortalConfiguration {
  const configuration = store.find('billing_portal.configuration', id)
  if (!configuration) throw noSuch('configuration', id, param)
  return configuration
}

/** The one that the Dashboard would hold. */
function defaultConfiguration(sandbox: Sandbox): PortalConfiguration {
  const found = [...sandbox.store.all('billing_portal.configuration')].find(({ is_default }) => is_default)
  return found ?? addConfiguration(sandbox, { features: {} }, true)
}

function changeConfiguration(sandbox: Sandbox, id: string, given: z.infer<typeof ConfigurationChanges>) {
  const configuration = getConfiguration(sandbox, id)
  const { features = {}, business_profile, metadata: changes, ...plain } = given
  const names = Object.keys(features) as (keyof typeof features)[]
  for (const name of names) Object.assign(configuration.features[name], features[name])
  Object.assign(configuration, plain, { updated: sandbox.clock.now() })
  Object.assign(configuration.business_profile, business_profile)
  configuration.metadata = mergeMetadata(configuration.metadata, changes)
  return sandbox.store.save(configuration)
}

const configurations = '/v1/billing_portal/configurations'
const ConfigurationList = z.strictObject({ ...paging, active: boolean.optional(), is_default: boolean.optional() })

export const portalEndpoints = (sandbox: Sandbox) => [
  endpoint('POST', '/v1/billing_portal/sessions', NewSession, (input) => {
    const { store, clock } = sandbox
    const configuration = input.configuration
      ? getConfiguration(sandbox, input.configuration, 'configuration')
      : defaultConfiguration(sandbox)
    const id = newId('bps')
    return store.save(
      portalSessionObject({
        id,
        created: clock.now(),
        customer: getCustomer(sandbox, input.customer, 'customer').id,
        configuration: configuration.id,
        locale: input.locale ?? null,
        return_url: input.return_url ?? configuration.default_return_url,
        url: `${sandbox.publicUrl()}/p/session/${id}/${randomText(24)}`,
      }),
    )
  }),
  endpoint('POST', configurations, NewConfiguration, (input) => addConfiguration(sandbox, input, false)),
  endpoint('GET', configurations, ConfigurationList, (input) => {
    defaultConfiguration(sandbox)
    const all = [...sandbox.store.all('billing_portal.configuration')].filter(
      ({ active, is_default }) =>
        active === (input.active ?? active) && is_default === (input.is_default ?? is_default),
    )
    return pageOf(configurations, all, input)
  }),
  endpoint('GET', `${configurations}/:id`, z.strictObject({}), (_input, { id }) => getConfiguration(sandbox, id)),
  endpoint('POST', `${configurations}/:id`, ConfigurationChanges, (input, { id }) =>
    changeConfiguration(sandbox, id, input),
  ),
]
