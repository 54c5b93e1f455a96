import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import type { FastifyError, FastifyInstance } from 'fastify'
import { newRequestId, serveApi } from './api.ts'
import { checkoutEndpoints } from './checkout.ts'
import { createClock } from './clock.ts'
import { serveControl } from './control.ts'
import { couponEndpoints } from './coupons.ts'
import { customerEndpoints } from './customers.ts'
import { createDeliveries } from './deliveries.ts'
import { disputeEndpoints } from './disputes.ts'
import { createAgenda } from './due.ts'
import { ApiError } from './errors.ts'
import { eventEndpoints } from './events.ts'
import { invoiceEndpoints, paymentEndpoints } from './invoice-endpoints.ts'
import { couponObject, promotionCodeObject } from './objects/catalog.ts'
import { createOutages } from './outages.ts'
import { serveCheckout } from './pages/checkout-page.ts'
import { serveInvoices } from './pages/invoice-page.ts'
import { servePortal } from './pages/portal-page.ts'
import { portalEndpoints } from './portal.ts'
import { previewEndpoints } from './previews.ts'
import { priceEndpoints } from './prices.ts'
import { productEndpoints } from './products.ts'
import { refundEndpoints } from './refunds.ts'
import type { Sandbox, SandboxOptions } from './sandbox.ts'
import { scheduleEndpoints } from './schedules.ts'
import { readSecrets } from './secrets.ts'
import type { Secrets } from './secrets.ts'
import { openStore } from './store.ts'
import { subscriptionChangeEndpoints } from './subscription-changes.ts'
import { subscriptionEndpoints } from './subscriptions.ts'
import { createTime } from './time.ts'
import { useGivenEndpoint, webhookEndpointEndpoints } from './webhook-endpoints.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What the product and the operator need to talk with it. */
    secrets: Secrets
  }
}

const endpoints = [
  customerEndpoints,
  productEndpoints,
  priceEndpoints,
  couponEndpoints,
  checkoutEndpoints,
  subscriptionEndpoints,
  subscriptionChangeEndpoints,
  scheduleEndpoints,
  previewEndpoints,
  invoiceEndpoints,
  paymentEndpoints,
  refundEndpoints,
  disputeEndpoints,
  portalEndpoints,
  eventEndpoints,
  webhookEndpointEndpoints,
]

/** Codes to try at a checkout that takes them. */
function addCoupons({ store, clock }: Sandbox) {
  for (const [code, percent_off] of [
    ['FREE100', 100],
    ['HALF50', 50],
  ] as const) {
    const coupon = code.toLowerCase()
    if (store.find('coupon', coupon)) continue
    const created = clock.now()
    store.save(couponObject({ id: coupon, created, percent_off, duration: 'once', name: `${percent_off}% off` }))
    store.save(promotionCodeObject({ id: `promo_${coupon}`, created, code, coupon }))
  }
}

/** Where a program on this machine reaches it. */
function localUrl(app: FastifyInstance): string {
  const [address] = app.addresses()
  if (typeof address !== 'object') return 'http://127.0.0.1'
  const wildcards: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
  const host = wildcards[address.address] ?? address.address
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}

/** Tells the CLI where a sandbox listens, for as long as it does. */
function tellAddress(app: FastifyInstance, folder: string) {
  const file = join(folder, 'address.json')
  app.addHook('onListen', async () => writeFileSync(file, JSON.stringify({ url: localUrl(app) }), { mode: 0o600 }))
  app.addHook('onClose', async () => rmSync(file, { force: true }))
}

function handleErrors(app: FastifyInstance, sandbox: Sandbox) {
  app.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
    sandbox.store.rollBack()
    if (error instanceof ApiError) return reply.code(error.status).send({ error: error.body })
    const status = error.statusCode ?? 500
    if (status >= 500) request.log.error(error)
    const type = status >= 500 ? 'api_error' : 'invalid_request_error'
    const message = status >= 500 ? 'An unknown error occurred.' : error.message
    return reply.code(status).send({ error: { type, message } })
  })
}

/** The payment sandbox: Stripe's API, its pages and a clock. It listens when its caller says so. */
export function createSandbox(options: SandboxOptions): FastifyInstance {
  const folder = join(options.dataDir, 'sandbox')
  const secrets = readSecrets(folder, {
    ...(options.apiKey && { api_key: options.apiKey }),
    ...(options.webhookSecret && { webhook_secret: options.webhookSecret }),
  })
  const app = Fastify({
    genReqId: newRequestId,
    forceCloseConnections: true,
    bodyLimit: 64 * 1024,
    logger: { level: process.env.LOG_LEVEL === 'silent' ? 'silent' : 'warn' },
  })
  const publicUrl = () => options.publicUrl ?? localUrl(app)
  const store = openStore(join(folder, 'state'))
  const clock = createClock(store, options.now ?? Date.now)
  const request = { id: null, idempotency_key: null }
  const sandbox: Sandbox = { store, clock, agenda: createAgenda(), secrets, options, publicUrl, request }
  useGivenEndpoint(sandbox)
  addCoupons(sandbox)
  store.commit()

  const deliveries = createDeliveries(sandbox)
  const outages = createOutages()
  const time = createTime(sandbox, deliveries, (error) => app.log.error(error))

  app.decorate('secrets', secrets)
  handleErrors(app, sandbox)
  tellAddress(app, folder)
  serveApi(
    app,
    sandbox,
    outages,
    endpoints.flatMap((of) => of(sandbox)),
  )
  serveControl(app, { sandbox, deliveries, outages, time })
  void app.register(async (pages) => {
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    serveCheckout(pages, sandbox)
    serveInvoices(pages, sandbox)
    servePortal(pages, sandbox)
  })
  app.addHook('onListen', async () => {
    deliveries.resume()
    time.start()
  })
  app.addHook('onClose', async () => {
    time.close()
    await deliveries.close()
    store.close()
  })
  return app
}
