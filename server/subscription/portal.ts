import { paths } from '#shared/paths.ts'
import { HttpProblem } from '../problem.ts'
import { findCustomer } from './customers.ts'
import type { Stripe } from './stripe.ts'

const product = 'portal'

/** Cards and invoices alone: plans and their end are changed on the site, which says what it costs. */
async function ensureConfiguration(stripe: Stripe): Promise<string> {
  for await (const { id, metadata } of stripe.billingPortal.configurations.list({ active: true, limit: 100 }))
    if (metadata?.made_for === product) return id
  const { id } = await stripe.billingPortal.configurations.create({
    metadata: { made_for: product },
    features: {
      payment_method_update: { enabled: true },
      invoice_history: { enabled: true },
      customer_update: { enabled: true, allowed_updates: ['address', 'tax_id', 'name'] },
      subscription_cancel: { enabled: false },
      subscription_update: { enabled: false },
    },
  })
  return id
}

export async function openPortal(stripe: Stripe, user_id: number, public_url: string): Promise<string> {
  const customer = await findCustomer(user_id)
  if (!customer) throw new HttpProblem(409, 'subscription.problem.none', { code: 'no_subscription' })
  const { url } = await stripe.billingPortal.sessions.create({
    customer: customer.id,
    configuration: await ensureConfiguration(stripe),
    return_url: `${public_url}${paths.profile}?tab=payments`,
  })
  return url
}
