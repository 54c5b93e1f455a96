import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import type { FastifyError, FastifyInstance } from 'fastify'
import { accountEndpoints } from './account.ts'
import { newRequestId, serveApi } from './api/api.ts'
import { ApiError } from './api/errors.ts'
import { createOutages } from './api/outages.ts'
import { addTestCoupons, couponEndpoints } from './billing/coupons.ts'
import { invoiceEndpoints, paymentEndpoints, previewEndpoints } from './billing/invoice-endpoints.ts'
import { priceEndpoints, productEndpoints } from './billing/prices.ts'
import { scheduleEndpoints } from './billing/schedules.ts'
import { subscriptionChangeEndpoints } from './billing/subscription-changes.ts'
import { subscriptionEndpoints } from './billing/subscriptions.ts'
import { serveControl } from './control.ts'
import { customerEndpoints } from './customers.ts'
import { createAgenda } from './due.ts'
import { eventEndpoints } from './events.ts'
import { checkoutPages } from './pages/checkout-page.ts'
import { servePages } from './pages/html.ts'
import { invoicePages } from './pages/invoice-page.ts'
import { portalPages } from './pages/portal-page.ts'
import { checkoutEndpoints } from './payments/checkout.ts'
import { disputeEndpoints } from './payments/disputes.ts'
import { portalEndpoints } from './payments/portal.ts'
import { refundEndpoints } from './payments/refunds.ts'
import { createCallCounts, createClock, transaction } from './sandbox.ts'
import type { Sandbox, SandboxOptions } from './sandbox.ts'
import { readSecrets } from './secrets.ts'
import type { Secrets } from './secrets.ts'
import { openStore } from './store.ts'
import { createTimeRunner } from './time.ts'
import { createDeliveries, syncConfiguredEndpoint, webhookEndpointEndpoints } from './webhooks.ts'

declare module 'fastify' {
  interface FastifyInstance {
    secrets: Secrets
  }
}

const endpoints = [
  accountEndpoints,
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

/** Returns the URL for programs on this machine. */
function localUrl(app: FastifyInstance): string {
  const [address] = app.addresses()
  if (typeof address !== 'object') return 'http://127.0.0.1'
  const wildcards: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
  const host = wildcards[address.address] ?? address.address
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}

/** Writes the URL of the running sandbox to a file, which the CLI reads. */
function writeAddress(app: FastifyInstance, folder: string) {
  const file = join(folder, 'address.json')
  app.addHook('onListen', async () => writeFileSync(file, JSON.stringify({ url: localUrl(app) }), { mode: 0o600 }))
  app.addHook('onClose', async () => rmSync(file, { force: true }))
}

function handleErrors(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
    if (error instanceof ApiError) return reply.code(error.status).send({ error: error.body })
    const status = error.statusCode ?? 500
    if (status >= 500) request.log.error(error)
    const type = status >= 500 ? 'api_error' : 'invalid_request_error'
    const message = status >= 500 ? 'An unknown error occurred.' : error.message
    return reply.code(status).send({ error: { type, message } })
  })
}

/** Creates the payment sandbox: Stripe's API, its hosted pages, and a clock. The caller calls `listen`. */
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
  const state = openStore(join(folder, 'state'), options.lockTimeoutMs)
  const sandbox: Sandbox = {
    store: state,
    clock: createClock(state, options.now ?? Date.now),
    agenda: createAgenda(),
    secrets,
    options,
    publicUrl,
    request: { id: null, idempotency_key: null },
    calls: createCallCounts(),
  }
  transaction(sandbox, () => {
    syncConfiguredEndpoint()
    addTestCoupons()
  })

  const deliveries = createDeliveries(sandbox)
  const outages = createOutages()
  const time = createTimeRunner(sandbox, deliveries, (error) => app.log.error(error))

  app.decorate('secrets', secrets)
  handleErrors(app)
  writeAddress(app, folder)
  serveApi(app, sandbox, outages, endpoints.flat())
  serveControl(app, { sandbox, deliveries, outages, time })
  void app.register(async (pages) => {
    servePages(pages, sandbox, [...checkoutPages, ...invoicePages, ...portalPages])
  })
  app.addHook('onListen', async () => {
    deliveries.resume()
    time.start()
  })
  app.addHook('onClose', async () => {
    time.close()
    await deliveries.close()
    state.close()
  })
  return app
}
