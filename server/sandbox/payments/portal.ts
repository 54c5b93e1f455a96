import { z } from 'zod'
import { endpoint, listEndpoint } from '../api/endpoint.ts'
import { invalidRequest } from '../api/errors.ts'
import { boolean, mergeMetadata, metadata, text, url } from '../api/input.ts'
import { getObject, getCustomer } from '../api/retrieval.ts'
import { createObject, newId, randomText } from '../create.ts'
import type { PortalConfiguration } from '../objects.ts'
import { clock, currentSandbox, store } from '../sandbox.ts'

const Switch = z.strictObject({ enabled: boolean })
const Features = z.strictObject({
  customer_update: Switch.extend({ allowed_updates: z.array(text).optional() }).optional(),
  invoice_history: Switch.optional(),
  payment_method_update: Switch.optional(),
  subscription_cancel: Switch.extend({ mode: z.enum(['at_period_end', 'immediately']).optional() }).optional(),
  subscription_update: Switch.optional(),
})
const NewConfiguration = z.strictObject({ features: Features, metadata: metadata.optional() })
const ConfigurationChanges = NewConfiguration.partial().extend({ active: boolean.optional() })
const NewSession = z.strictObject({
  customer: text,
  return_url: url.optional(),
  configuration: text.optional(),
  locale: text.optional(),
  flow_data: z
    .strictObject({
      type: z.literal('payment_method_update'),
      after_completion: z
        .strictObject({ type: z.literal('redirect'), redirect: z.strictObject({ return_url: url }) })
        .optional(),
    })
    .optional(),
})

const flowOf = ({ type, after_completion }: NonNullable<z.infer<typeof NewSession>['flow_data']>) => ({
  after_completion: {
    hosted_confirmation: null,
    redirect: after_completion?.redirect ?? null,
    type: after_completion ? ('redirect' as const) : ('portal_homepage' as const),
  },
  customer_update: null,
  subscription_cancel: null,
  subscription_pause: null,
  subscription_update: null,
  subscription_update_confirm: null,
  type,
})

function addConfiguration(params: z.infer<typeof NewConfiguration>, is_default: boolean) {
  const { features } = params
  const configuration = createObject('billing_portal.configuration', {
    ...params,
    active: true,
    is_default,
    features: {
      customer_update: features.customer_update,
      invoice_history: { enabled: true, ...features.invoice_history },
      payment_method_update: { enabled: true, ...features.payment_method_update },
      subscription_cancel: {
        enabled: true,
        mode: 'at_period_end',
        proration_behavior: 'none',
        ...features.subscription_cancel,
      },
      subscription_pause: { duration: { type: 'custom' } },
      subscription_update: {
        products: [],
        proration_behavior: 'none',
        trial_update_behavior: 'end_trial',
        ...features.subscription_update,
      },
    },
    updated: clock.now(),
  })
  return store.save(configuration)
}

function defaultConfiguration(): PortalConfiguration {
  const found = [...store.all('billing_portal.configuration')].find(({ is_default }) => is_default)
  return found ?? addConfiguration({ features: {} }, true)
}

function changeConfiguration(id: string, params: z.infer<typeof ConfigurationChanges>) {
  const configuration = getObject('billing_portal.configuration', id)
  const { features = {}, metadata: changes, ...plain } = params
  const names = Object.keys(features) as (keyof typeof features)[]
  for (const name of names) Object.assign(configuration.features[name], features[name])
  Object.assign(configuration, plain, { updated: clock.now() })
  configuration.metadata = mergeMetadata(configuration.metadata, changes)
  return store.save(configuration)
}

const configurations = '/v1/billing_portal/configurations'

function listConfigurations() {
  const filters = { active: boolean, is_default: boolean }
  const listed = listEndpoint(configurations, 'billing_portal.configuration', filters)
  const prepare: typeof listed.prepare = (form, path) => {
    const run = listed.prepare(form, path)
    return () => {
      defaultConfiguration()
      return run()
    }
  }
  return { ...listed, prepare }
}

export const portalEndpoints = [
  endpoint('POST', '/v1/billing_portal/sessions', NewSession, (input) => {
    const configuration = input.configuration
      ? getObject('billing_portal.configuration', input.configuration, 'configuration')
      : defaultConfiguration()
    if (input.flow_data && !configuration.features.payment_method_update.enabled)
      throw invalidRequest('The portal configuration has `payment_method_update` disabled.', 'flow_data[type]')
    const id = newId('bps')
    const session = createObject('billing_portal.session', {
      id,
      customer: getCustomer(input.customer, 'customer').id,
      configuration: configuration.id,
      locale: input.locale,
      return_url: input.return_url ?? configuration.default_return_url,
      flow: input.flow_data && flowOf(input.flow_data),
      url: `${currentSandbox().publicUrl()}/p/session/${id}/${randomText(24)}`,
    })
    return store.save(session)
  }),
  endpoint('POST', configurations, NewConfiguration, (input) => addConfiguration(input, false)),
  listConfigurations(),
  endpoint('POST', `${configurations}/:id`, ConfigurationChanges, (input, { id }) => changeConfiguration(id, input)),
]
