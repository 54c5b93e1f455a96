import { afterAll } from 'vitest'
import { openSandbox } from './payment-sandbox.ts'
import { findFreePort } from '../site.ts'

export async function startPayments() {
  const PORT = String(await findFreePort())
  const STRIPE_SECRET_KEY = 'sk_test_of_the_journeys'
  const STRIPE_WEBHOOK_SECRET = 'whsec_of_the_journeys'
  const sandbox = await openSandbox({
    now: Date.now,
    apiKey: STRIPE_SECRET_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    webhookUrl: `http://127.0.0.1:${PORT}/api/subscription/stripe/webhook/`,
  })
  afterAll(sandbox.close)
  const settings = { PORT, PAYMENTS: 'sandbox', STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE: sandbox.url }
  return { sandbox, settings }
}
