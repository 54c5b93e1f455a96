import { paths } from '#shared/paths.ts'
import { HttpProblem } from '../problem.ts'
import { findCustomer } from './customers.ts'
import type { Stripe } from './stripe.ts'

const product = 'portal'

/** Cards and invoices alone: plans and their end are changed on the site, which says what it costs. */
async function ensureConfiguration(stripe: Stripe): Promise<string> {
  let former: string | null = null
  for await (const { id, active, metadata } of stripe.billingPortal.configurations.list({ limit: 100 })) {
    if (metadata?.made_for !== product) continue
    if (active) return id
    former ??= id
  }
  const made = await stripe.billingPortal.configurations.create(
    {
      metadata: { made_for: product },
      features: {
        payment_method_update: { enabled: true },
        invoice_history: { enabled: true },
        customer_update: { enabled: true, allowed_updates: ['address', 'tax_id', 'name'] },
        subscription_cancel: { enabled: false },
        subscription_update: { enabled: false },
      },
    },
    // Those who ask at once get the same one.
    { idempotencyKey: `portal_after_${former ?? 'none'}` },
  )
  return made.id
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
