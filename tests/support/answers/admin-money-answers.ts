import { randomUUID } from 'node:crypto'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { get, post, put, remove, sql } from '../app.ts'
import type { TestResponse } from '../app.ts'
import { createPerson } from '../people.ts'
import type { Person } from '../people.ts'
import { linkToProcessing } from './payment-answers.ts'
import { refundStateOf, sendRefund } from '../billing/refunding.ts'
import { createSubscriber, paymentsOf, premium, shop } from '../billing/shop.ts'

type Cases = Record<string, TestResponse>
const { api } = adminMoneyPaths
const none = 2_000_000_000
const admin = () => createPerson({ role: 'admin' })
const moderator = () => createPerson({ role: 'moderator' })
const asPerson = (as?: Person, etag?: unknown) => ({
  as,
  of: shop,
  ...(typeof etag === 'string' && { headers: { 'if-match': etag } }),
})
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function listing(path: string, wrong?: string): Promise<Cases> {
  const as = await admin()
  return {
    200: await get(path, asPerson(as)),
    ...(wrong !== undefined && { 400: await get(wrong, asPerson(as)) }),
    401: await get(path, asPerson()),
    403: await get(path, asPerson(await moderator())),
  }
}
const reading = async (path: string, wrong: string, missing: string): Promise<Cases> => ({
  ...(await listing(path, wrong)),
  404: await get(missing, asPerson(await admin())),
})

const paymentId = async () => (await paymentsOf(await createSubscriber()))[0]?.id ?? ''
async function eventId(isProcessed: boolean): Promise<string> {
  await createSubscriber()
  const { rows } = await sql.query('SELECT id FROM stripe_event WHERE processed_at IS NOT NULL LIMIT 1')
  const { id } = rows[0] as { id: string }
  if (!isProcessed) await sql.query('UPDATE stripe_event SET processed_at = NULL WHERE id = $1', [id])
  return id
}

const text = { name: 'A plan', sub_title: '', description: '', unavailable_text: '' }
const plan = () => ({
  slug: `plan-${randomUUID().slice(0, 8)}`,
  position: 1,
  tier: 1,
  currency: 'USD',
  tax_behavior: 'exclusive',
  purchasable: false,
  hidden: false,
  monthly_price: null,
  monthly_old_price: null,
  yearly_price: null,
  yearly_old_price: null,
  yearly_discount: null,
  texts: { en: text, es: text },
})

async function refunding(): Promise<Cases> {
  const [as, id] = [await admin(), await paymentId()]
  const tag = async () => String((await refundStateOf(as, id)).headers.etag)
  const etag = await tag()
  const sent = await sendRefund(as, id, etag, { amount: 1 })
  const again = await tag()
  const wrong = await sendRefund(as, id, again, { amount: 'all' })
  await sendRefund(as, id, again, { amount: 8.99 })
  return {
    200: sent,
    400: wrong,
    401: await sendRefund(undefined, id, etag, { amount: 1 }),
    403: await sendRefund(await moderator(), id, etag, { amount: 1 }),
    404: await sendRefund(as, 'in_none', etag, { amount: 1 }),
    409: await sendRefund(as, id, await tag(), { amount: 1 }),
    412: await sendRefund(as, id, etag, { amount: 1 }),
    428: await sendRefund(as, id, undefined, { amount: 1 }),
  }
}

async function resolving(): Promise<Cases> {
  const [as, id] = [await admin(), await paymentId()]
  await sql.query('UPDATE payment SET refund_refusal = $2 WHERE id = $1', [id, 'charge_not_refundable'])
  const path = api.refundResolution(id)
  const body = { reason: 'By bank transfer' }
  return {
    400: await post(path, {}, asPerson(as)),
    401: await post(path, body, asPerson()),
    403: await post(path, body, asPerson(await moderator())),
    404: await post(api.refundResolution('in_none'), body, asPerson(as)),
    204: await post(path, body, asPerson(as)),
    409: await post(path, body, asPerson(as)),
  }
}

async function changing(): Promise<Cases> {
  const as = await admin()
  const { body, headers } = await post(api.plans, plan(), asPerson(as))
  const { id, ...state } = body
  const { etag } = headers
  const changed = { ...state, position: 2 }
  return {
    200: await put(api.plan(id), changed, asPerson(as, etag)),
    400: await put(api.plan(id), {}, asPerson(as, etag)),
    401: await put(api.plan(id), changed, asPerson()),
    403: await put(api.plan(id), changed, asPerson(await moderator())),
    404: await put(api.plan(none), changed, asPerson(as, etag)),
    412: await put(api.plan(id), changed, asPerson(as, etag)),
    428: await put(api.plan(id), changed, asPerson(as)),
  }
}

async function removing(): Promise<Cases> {
  const as = await admin()
  const { body, headers } = await post(api.plans, plan(), asPerson(as))
  const { etag } = headers
  const path = api.plan(body.id)
  const free = (await get(api.plans, asPerson(as))).body.find(({ slug }: { slug: string }) => slug === 'free')
  return {
    409: await remove(api.plan(free.id), undefined, asPerson(as, '*')),
    400: await remove(api.plan('first'), undefined, asPerson(as, etag)),
    401: await remove(path, undefined, asPerson()),
    403: await remove(path, undefined, asPerson(await moderator())),
    412: await remove(path, undefined, asPerson(as, '"old"')),
    428: await remove(path, undefined, asPerson(as)),
    204: await remove(path, undefined, asPerson(as, etag)),
    404: await remove(path, undefined, asPerson(as, etag)),
  }
}

const change = { billing_period: 'year', price: 99, starts_on: dayIn(40), dry_run: true }

async function canceling(): Promise<Cases> {
  const as = await admin()
  const path = api.priceChanges(premium)
  const { subscribers } = (await post(path, change, asPerson(as))).body
  await post(path, { ...change, dry_run: false, subscribers }, asPerson(as))
  const [{ id }] = (await get(path, asPerson(as))).body
  const removed = await remove(api.priceChange(premium, id), undefined, asPerson(as))
  await sql.query('UPDATE price_change SET applied_at = now() WHERE id = $1', [id])
  return {
    204: removed,
    400: await remove(api.priceChange(premium, 'first'), undefined, asPerson(as)),
    401: await remove(api.priceChange(premium, id), undefined, asPerson()),
    403: await remove(api.priceChange(premium, id), undefined, asPerson(await moderator())),
    404: await remove(api.priceChange(premium, none), undefined, asPerson(as)),
    409: await remove(api.priceChange(premium, id), undefined, asPerson(as)),
  }
}

export const adminMoneyAnswers = (): Record<string, () => Promise<Cases>> => ({
  'GET /api/admin/payments-summary/': () => listing(api.paymentsSummary),
  'GET /api/admin/payments/': () => listing(api.payments(), api.payments({ from: 'yesterday' })),
  'GET /api/admin/payments/export/': () => listing(api.paymentsExport(), api.paymentsExport({ from: 'yesterday' })),
  'GET /api/admin/ledger/export/': () => listing(api.ledgerExport(), api.ledgerExport({ from: 'yesterday' })),
  'GET /api/admin/payments/{id}/': async () =>
    reading(api.payment(await paymentId()), api.payment('a-b'), api.payment('in_none')),
  'GET /api/admin/payments/{id}/refunds/': async () =>
    reading(api.refunds(await paymentId()), api.refunds('a-b'), api.refunds('in_none')),
  'POST /api/admin/payments/{id}/links/': async () => {
    const [as, id] = [await admin(), await paymentId()]
    const path = api.paymentLinks(id)
    return {
      200: await post(path, { link: 'receipt' }, asPerson(as)),
      400: await post(path, { link: 'card' }, asPerson(as)),
      401: await post(path, { link: 'receipt' }, asPerson()),
      403: await post(path, { link: 'receipt' }, asPerson(await moderator())),
      404: await post(api.paymentLinks('in_none'), { link: 'receipt' }, asPerson(as)),
      409: await linkToProcessing(as, { id }, path),
    }
  },
  'POST /api/admin/payments/{id}/refunds/': refunding,
  'POST /api/admin/payments/{id}/refund-resolution/': resolving,
  'GET /api/admin/stripe-events/': () => listing(api.events(), api.events({ state: 'lost' })),
  'GET /api/admin/stripe-events/{id}/': async () =>
    reading(api.event(await eventId(true)), api.event('a-b'), api.event('evt_none')),
  'POST /api/admin/stripe-events/{id}/retry/': async () => {
    const [as, done] = [await admin(), await eventId(true)]
    const processed = await post(api.eventRetry(done), {}, asPerson(as))
    const id = await eventId(false)
    return {
      204: await post(api.eventRetry(id), {}, asPerson(as)),
      400: await post(api.eventRetry('a-b'), {}, asPerson(as)),
      401: await post(api.eventRetry(id), {}, asPerson()),
      403: await post(api.eventRetry(id), {}, asPerson(await moderator())),
      404: await post(api.eventRetry('evt_none'), {}, asPerson(as)),
      409: processed,
    }
  },
  'GET /api/admin/plans/': () => listing(api.plans),
  'POST /api/admin/plans/': async () => ({
    201: await post(api.plans, plan(), asPerson(await admin())),
    400: await post(api.plans, {}, asPerson(await admin())),
    401: await post(api.plans, plan(), asPerson()),
    403: await post(api.plans, plan(), asPerson(await moderator())),
  }),
  'GET /api/admin/plans/{id}/': () => reading(api.plan(premium), api.plan('first'), api.plan(none)),
  'PUT /api/admin/plans/{id}/': changing,
  'DELETE /api/admin/plans/{id}/': removing,
  'GET /api/admin/plans/{id}/price-changes/': () =>
    reading(api.priceChanges(premium), api.priceChanges('first'), api.priceChanges(none)),
  'POST /api/admin/plans/{id}/price-changes/': async () => {
    const [as, path] = [await admin(), api.priceChanges(premium)]
    return {
      200: await post(path, change, asPerson(as)),
      400: await post(path, { ...change, price: 0 }, asPerson(as)),
      401: await post(path, change, asPerson()),
      403: await post(path, change, asPerson(await moderator())),
      404: await post(api.priceChanges(none), change, asPerson(as)),
      409: await post(path, { ...change, dry_run: false, subscribers: -1 }, asPerson(as)),
    }
  },
  'DELETE /api/admin/plans/{id}/price-changes/{change_id}/': canceling,
})
