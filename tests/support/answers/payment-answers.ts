import { cancellationPaths } from '#shared/subscription/cancellation.ts'
import { cancellationToken } from '../../../server/subscription/cancellation-links.ts'
import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { webhookSignatureOf } from '../../../server/sandbox/webhooks.ts'
import { get, post, secretOfTests, sql } from '../app.ts'
import type { TestResponse } from '../app.ts'
import { createPerson } from '../people.ts'
import type { Person } from '../people.ts'
import { createCreditor } from '../billing/credit.ts'
import {
  ask,
  checkout,
  createSubscriber,
  linkTo,
  payAt,
  paymentsOf,
  premium,
  sandbox,
  shop,
  webhookPath,
  webhookSecret,
} from '../billing/shop.ts'

type Cases = Record<string, TestResponse>
const bad = () => ({ as: { token: 'nonsense' }, of: shop })
const nonsense = (path: string) => post(path, {}, bad())
const sendEvent = (
  payload: string,
  signature = webhookSignatureOf(payload, webhookSecret, Math.floor(Date.now() / 1_000)),
) =>
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

/** A payment that is processing must not be paid twice. */
export async function linkToProcessing(person: Person, payment: { id: string } | undefined, path?: string) {
  await sql.query(`UPDATE payment SET status = 'processing' WHERE id = $1`, [payment?.id])
  return path === undefined ? linkTo(person, payment, 'pay') : ask(path, person, { link: 'pay' })
}

/** Requests that produce each documented status of the payment routes, with a key and a sandbox. */
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
    const newPlan = { plan_id: premium, billing_period: 'year' }
    return {
      200: await ask(checkoutPaths.switchPreview, subscriber, newPlan),
      400: await ask(checkoutPaths.switchPreview, subscriber, {}),
      401: await nonsense(checkoutPaths.switchPreview),
      409: await ask(checkoutPaths.switchPreview, await createPerson(), newPlan),
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
    401: await get(paymentPaths.payments(), bad()),
  }),
  'GET /api/subscription/next-payment/': async () => ({
    200: await ask(paymentPaths.nextPayment, await createSubscriber()),
    401: await get(paymentPaths.nextPayment, bad()),
  }),
  'POST /api/subscription/payments/{id}/links/': async () => {
    const person = await createSubscriber()
    const [payment] = await paymentsOf(person)
    const path = paymentPaths.paymentLinks(payment?.id ?? '')
    return {
      200: await linkTo(person, payment, 'receipt'),
      400: await ask(path, person, { link: 'card' }),
      401: await nonsense(path),
      404: await linkTo(await createPerson(), payment, 'receipt'),
      409: await linkToProcessing(person, payment),
    }
  },
  'POST /api/subscription/portal/': async () => ({
    200: await ask(paymentPaths.billingPortal, await createSubscriber(), {}),
    400: await ask(`${paymentPaths.billingPortal}?flow=unknown`, await createSubscriber(), {}),
    401: await nonsense(paymentPaths.billingPortal),
    409: await ask(paymentPaths.billingPortal, await createPerson(), {}),
  }),
  'POST /api/subscription/cancellation/': async () => ({
    202: await ask(cancellationPaths.api.cancellation, await createPerson(), { kind: 'cancel' }),
    400: await ask(cancellationPaths.api.cancellation, await createPerson(), { kind: 'pause' }),
    401: await nonsense(cancellationPaths.api.cancellation),
  }),
  'POST /api/subscription/cancellation/request/': async () => ({
    202: await ask(cancellationPaths.api.request, undefined, { kind: 'cancel', email: 'answers@mail.test' }),
    400: await ask(cancellationPaths.api.request, undefined, { kind: 'cancel', email: 'no address' }),
  }),
  'POST /api/subscription/cancellation/confirm/': async () => {
    const { id } = await createPerson()
    const now = new Date().toISOString()
    const token = cancellationToken({ kind: 'cancel', user_id: id, received_at: now, declared_at: now }, secretOfTests)
    return {
      202: await ask(cancellationPaths.api.confirm, undefined, { kind: 'cancel', token }),
      400: await ask(cancellationPaths.api.confirm, undefined, { kind: 'cancel', token: 'unknown' }),
    }
  },
  'POST /api/subscription/credit-refund/': async () => ({
    200: await ask(paymentPaths.creditRefund, await createCreditor(), {}),
    401: await nonsense(paymentPaths.creditRefund),
    409: await ask(paymentPaths.creditRefund, await createPerson(), {}),
  }),
  'POST /api/subscription/refund/': async () => ({
    204: await ask(paymentPaths.refund, await createSubscriber(), {}),
    401: await nonsense(paymentPaths.refund),
    409: await ask(paymentPaths.refund, await createPerson(), {}),
  }),
})
