import { checkoutPaths } from '#shared/checkout-paths.ts'
import { paymentPaths } from '#shared/payment-paths.ts'
import { signatureOf } from '../../server/sandbox/deliveries.ts'
import { get, post } from './app.ts'
import type { TestResponse } from './app.ts'
import { createPerson } from './people.ts'
import { ask, checkout, createSubscriber, payAt, premium, sandbox, shop, webhookPath, webhookSecret } from './shop.ts'

type Cases = Record<string, TestResponse>
const bad = { as: { token: 'nonsense' }, of: shop }
const nonsense = (path: string) => post(path, {}, bad)
const sendEvent = (payload: string, signature = signatureOf(payload, webhookSecret, Math.floor(Date.now() / 1_000))) =>
  post(webhookPath, payload, {
    of: shop,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
  })
const outage = (path: string, method: string) => sandbox.control('/outages', { path, method, status: 402 })

async function returnCases(): Promise<Cases> {
  const path = checkoutPaths.checkoutReturn
  const person = await createPerson()
  const session_id = await payAt((await checkout(person)).body.checkout_url)
  return {
    200: await ask(path, person, { session_id }),
    400: await ask(path, person, {}),
    401: await nonsense(path),
    402: (await outage('/v1/checkout/sessions', 'GET'), await ask(path, person, { session_id })),
    404: await ask(path, person, { session_id: 'cs_test_unknown' }),
  }
}

/** How each documented status of the calls about payments is brought about; those that a key and a sandbox take. */
export const paymentAnswers = (): Record<string, () => Promise<Cases>> => ({
  'POST /api/subscription/stripe/create-checkout-session/': async () => {
    const subscriber = await createSubscriber()
    return {
      200: await checkout(await createPerson()),
      400: await checkout(subscriber, 'month', { plan_id: 0 }),
      401: await nonsense(checkoutPaths.checkout),
      402: (await outage('/v1/subscriptions', 'POST'), await checkout(subscriber, 'year')),
      409: await checkout(subscriber),
    }
  },
  'POST /api/subscription/stripe/checkout-return/': returnCases,
  'POST /api/subscription/stripe/webhook/': async () => ({
    200: await sendEvent('{}'),
    400: await sendEvent('{}', 'v1=1'),
  }),
  'POST /api/subscription/switch-preview/': async () => {
    const subscriber = await createSubscriber()
    const wanted = { plan_id: premium, billing_period: 'year' }
    return {
      200: await ask(checkoutPaths.switchPreview, subscriber, wanted),
      400: await ask(checkoutPaths.switchPreview, subscriber, {}),
      401: await nonsense(checkoutPaths.switchPreview),
      409: await ask(checkoutPaths.switchPreview, await createPerson(), wanted),
    }
  },
  'POST /api/subscription/auto-renew/': async () => ({
    200: await ask(paymentPaths.autoRenew, await createSubscriber(), { enabled: false }),
    400: await ask(paymentPaths.autoRenew, await createPerson(), { enabled: 1 }),
    401: await nonsense(paymentPaths.autoRenew),
    409: await ask(paymentPaths.autoRenew, await createPerson(), { enabled: false }),
  }),
  'GET /api/subscription/payments/': async () => ({
    200: await ask(paymentPaths.payments(), await createSubscriber()),
    400: await ask(paymentPaths.payments({ limit: 0 }), await createPerson()),
    401: await get(paymentPaths.payments(), bad),
  }),
  'POST /api/subscription/portal/': async () => ({
    200: await ask(paymentPaths.billingPortal, await createSubscriber(), {}),
    401: await nonsense(paymentPaths.billingPortal),
    409: await ask(paymentPaths.billingPortal, await createPerson(), {}),
  }),
  'POST /api/subscription/refund/': async () => ({
    204: await ask(paymentPaths.refund, await createSubscriber(), {}),
    401: await nonsense(paymentPaths.refund),
    409: await ask(paymentPaths.refund, await createPerson(), {}),
  }),
})
