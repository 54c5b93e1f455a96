import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import type { FastifyError, FastifyInstance } from 'fastify'
import { accountEndpoints } from './account.ts'
import { newRequestId, serveApi } from './api/api.ts'
import { readEndpoints } from './api/endpoint.ts'
import { ApiError } from './api/errors.ts'
import { Outages } from './api/outages.ts'
import { addTestCoupons, catalogEndpoints } from './billing/catalog.ts'
import { invoiceEndpoints } from './billing/invoice-endpoints.ts'
import { scheduleEndpoints } from './billing/schedules.ts'
import { changeEndpoint } from './billing/subscription-changes.ts'
import { cancellationEndpoint } from './billing/subscriptions.ts'
import { serveControl } from './control.ts'
import { customerEndpoints } from './customers.ts'
import { eventEndpoints } from './events.ts'
import { checkoutPages } from './pages/checkout-page.ts'
import { servePages } from './pages/html.ts'
import { invoicePages } from './pages/invoice-page.ts'
import { portalPages } from './pages/portal-page.ts'
import { checkoutEndpoints } from './payments/checkout.ts'
import { addDefaultConfiguration, portalEndpoints } from './payments/portal.ts'
import { newRefundEndpoint } from './payments/refunds.ts'
import { createClock, transaction } from './sandbox.ts'
import type { Sandbox, SandboxOptions } from './sandbox.ts'
import { readSecrets } from './secrets.ts'
import type { Secrets } from './secrets.ts'
import { Store } from './store.ts'
import { TimeRunner } from './time.ts'
import { Deliveries, syncConfiguredEndpoint, webhookEndpointEndpoints } from './webhooks.ts'

declare module 'fastify' {
  interface FastifyInstance {
    secrets: Secrets
  }
}

const endpoints = [
  ...accountEndpoints,
  ...readEndpoints,
  ...customerEndpoints,
  ...catalogEndpoints,
  ...checkoutEndpoints,
  ...invoiceEndpoints,
  ...scheduleEndpoints,
  ...portalEndpoints,
  ...eventEndpoints,
  ...webhookEndpointEndpoints,
  changeEndpoint,
  cancellationEndpoint,
  newRefundEndpoint,
]

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

function openState(app: FastifyInstance, folder: string, options: SandboxOptions): Sandbox {
  const state = new Store(join(folder, 'state'), options.lockTimeoutMs)
  const sandbox: Sandbox = {
    store: state,
    clock: createClock(state, options.now ?? Date.now),
    secrets: app.secrets,
    options,
    publicUrl: () => options.publicUrl ?? localUrl(app),
    request: { id: null, idempotency_key: null },
    calls: { reads: 0, writes: 0 },
  }
  transaction(sandbox, () => {
    syncConfiguredEndpoint()
    addTestCoupons()
    addDefaultConfiguration()
  })
  return sandbox
}

/** Creates the payment sandbox: Stripe's API, its hosted pages, and a clock. The caller calls `listen`. */
export function createSandbox(options: SandboxOptions): FastifyInstance {
  const folder = join(options.dataDir, 'sandbox')
  const app = Fastify({
    genReqId: newRequestId,
    forceCloseConnections: true,
    bodyLimit: 64 * 1024,
    logger: { level: process.env.LOG_LEVEL === 'silent' ? 'silent' : 'warn' },
  })
  const { apiKey: api_key, webhookSecret: webhook_secret } = options
  app.decorate('secrets', readSecrets(folder, { api_key, webhook_secret }))
  const sandbox = openState(app, folder, options)
  const deliveries = new Deliveries(sandbox)
  const outages = new Outages()
  const time = new TimeRunner(sandbox, deliveries, (error) => app.log.error(error))

  handleErrors(app)
  writeAddress(app, folder)
  serveApi(app, sandbox, outages, endpoints)
  serveControl(app, { sandbox, deliveries, outages, time })
  void app.register(async (pages) => {
    servePages(pages, sandbox, [...checkoutPages, ...invoicePages, ...portalPages])
  })
  app.addHook('onListen', async () => {
    deliveries.resume()
    time.schedule()
  })
  app.addHook('onClose', async () => {
    time.close()
    await deliveries.close()
    sandbox.store.close()
  })
  return app
}
