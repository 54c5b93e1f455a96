import { paths } from '#shared/paths.ts'
import type { PortalFlow } from '#shared/subscription/schema.ts'
import { HttpProblem } from '../../problem.ts'
import { findCustomer } from './customers.ts'
import { createOnce } from '../idempotency.ts'
import type { Stripe } from '../stripe.ts'

const product = 'portal'

/** Returns the portal's configuration. It offers no plan changes, since only the site shows the costs. */
async function ensureConfiguration(stripe: Stripe): Promise<string> {
  let former: string | null = null
  for await (const { id, active, metadata } of stripe.billingPortal.configurations.list({ limit: 100 })) {
    if (metadata?.made_for !== product) continue
    if (active) return id
    former ??= id
  }
  const params: Stripe.BillingPortal.ConfigurationCreateParams = {
    metadata: { made_for: product },
    features: {
      payment_method_update: { enabled: true },
      invoice_history: { enabled: true },
      customer_update: { enabled: true, allowed_updates: ['address', 'tax_id', 'name'] },
      subscription_cancel: { enabled: false },
      subscription_update: { enabled: false },
    },
  }
  const made = await createOnce(`portal_after_${former ?? 'none'}`, (options) =>
    stripe.billingPortal.configurations.create(params, options),
  )
  return made.id
}

type Portal = { user_id: number; flow: PortalFlow; public_url: string }

export async function openPortal(stripe: Stripe, { user_id, flow, public_url }: Portal): Promise<string> {
  const customer = await findCustomer(user_id)
  if (!customer) throw new HttpProblem(409, 'subscription.problem.none', { code: 'no_subscription' })
  const { url } = await stripe.billingPortal.sessions.create({
    customer: customer.id,
    configuration: await ensureConfiguration(stripe),
    return_url: `${public_url}${paths.profile}?tab=${flow ? 'subscription' : 'payments'}`,
    ...(flow && {
      flow_data: {
        type: flow,
        after_completion: {
          type: 'redirect',
          redirect: { return_url: `${public_url}${paths.profile}?tab=subscription&card_updated=1` },
        },
      },
    }),
  })
  return url
}
