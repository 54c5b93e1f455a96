import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import type { Settings } from '../../../server/settings/settings.ts'
import { createStripe, isLive, Stripe } from '../../../server/subscription/stripe.ts'
import { webhookEvents } from '../../../server/subscription/webhook-events.ts'
import { findSandboxSettings } from '../sandbox-settings.ts'
import { failure, ok, warning } from './check.ts'
import type { Finding } from './check.ts'

const timeoutMs = 5_000

/** Connects and signs in; no mail is sent. */
export async function lookAtMail({ SMTP_URL, NODE_ENV, DATA_DIR }: Settings): Promise<Finding> {
  if (!SMTP_URL) {
    const detail = `SMTP_URL is not set: mails become files in ${DATA_DIR}/outbox.`
    return NODE_ENV === 'production' ? failure(detail, 'Set SMTP_URL to your mail server.') : ok(detail)
  }
  const { default: nodemailer } = await import('nodemailer')
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const transport = nodemailer.createTransport({ url: SMTP_URL, ...limits })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
  const { hostname, username } = new URL(SMTP_URL)
  return ok(`${hostname} takes mails${username ? ', and the sign-in' : ''}; none was sent.`)
}

export async function lookAtRedis({ REDIS_URL }: Settings): Promise<Finding> {
  if (!REDIS_URL) return ok('REDIS_URL is not set: each server counts limits for itself.')
  const { Redis } = await import('ioredis')
  const redis = new Redis(REDIS_URL, {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  let reason: Error | undefined
  redis.on('error', (error: Error) => (reason = error))
  try {
    await redis.connect()
    const version = /^(?:valkey|redis)_version:(\S+)/m.exec(await redis.info('server'))?.[1] ?? 'unknown'
    return ok(`Answers, version ${version}.`)
  } catch (error) {
    throw reason ?? error
  } finally {
    redis.disconnect()
  }
}

export type Payments = { stripe: Stripe | null; isSandbox: boolean }

export function connectStripe(settings: Settings): Payments {
  const sandbox = settings.STRIPE_SECRET_KEY ? null : findSandboxSettings(settings.DATA_DIR)
  const stripe = createStripe({ ...settings, ...sandbox }, timeoutMs)
  return { stripe, isSandbox: sandbox !== null || settings.PAYMENTS === 'sandbox' }
}

const mendKey = 'Set STRIPE_SECRET_KEY to a key of your account that may read and write what docs/operations.md lists.'

export async function lookAtStripe({ stripe, isSandbox }: Payments, settings: Settings): Promise<Finding> {
  const { PAYMENTS, NODE_ENV, STRIPE_API_BASE } = settings
  if (!stripe)
    return PAYMENTS === 'off'
      ? ok('PAYMENTS is off: nothing is sold.')
      : warning('No key is set: nothing is sold.', mendKey)
  await stripe.products.list({ limit: 1 })
  if (isSandbox) return ok('A payment sandbox answers: nobody pays.')
  if (NODE_ENV === 'production' && !isLive(settings))
    return warning(`${STRIPE_API_BASE} takes the key, which is one for tests.`, 'Set the live key when you go live.')
  return ok(`${STRIPE_API_BASE} takes the key.`)
}

export async function lookAtWebhook({ stripe, isSandbox }: Payments, { PUBLIC_URL }: Settings): Promise<Finding> {
  if (!stripe) return ok('Not needed: nothing is sold.')
  const address = PUBLIC_URL + checkoutPaths.webhook
  const endpoints: Stripe.WebhookEndpoint[] = []
  try {
    for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) endpoints.push(endpoint)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripePermissionError)) throw error
    return warning('The key may not read webhook endpoints.', `Look in the Dashboard for ${address}.`)
  }
  const ours = endpoints.filter(({ url }) => url === address)
  const endpoint = ours.find(({ status }) => status === 'enabled') ?? ours[0]
  if (!endpoint && isSandbox && endpoints.length > 0) return ok(`The sandbox posts to ${endpoints[0]?.url}.`)
  if (!endpoint) return failure(`There is no endpoint for ${address}.`, 'npm run cli -- stripe setup makes it.')
  if (endpoint.status !== 'enabled')
    return failure(`The endpoint ${address} is off.`, 'npm run cli -- stripe setup switches it on.')
  const sent = new Set(endpoint.enabled_events)
  const missing = sent.has('*') ? [] : webhookEvents.filter((event) => !sent.has(event))
  if (missing.length > 0)
    return failure(
      `The endpoint ${address} is not sent ${missing.join(', ')}.`,
      'npm run cli -- stripe setup adds them.',
    )
  return ok(`${address} is sent all ${webhookEvents.length} events.`)
}

/** s. Webhooks that are further off than 300 are refused. */
const [doubtful, wrong] = [5, 60]

export function clockFinding(seconds: number, whose: string): Finding {
  const far = Math.abs(seconds)
  const detail =
    far < 1 ? `The same as ${whose}.` : `${far.toFixed(0)} s ${seconds > 0 ? 'ahead of' : 'behind'} ${whose}.`
  const mend = 'Let NTP set the clocks, as by systemd-timesyncd or chrony.'
  if (far >= wrong) return failure(detail, mend)
  return far >= doubtful ? warning(detail, mend) : ok(detail)
}

/** Seconds that this machine's clock is ahead of Stripe's. A sandbox has a clock of its own. */
export async function readStripeClock(stripe: Stripe): Promise<number | null> {
  const startedAt = Date.now()
  const { lastResponse } = await stripe.products.list({ limit: 1 })
  const theirs = Date.parse(lastResponse.headers.date ?? '')
  return Number.isNaN(theirs) ? null : ((startedAt + Date.now()) / 2 - theirs) / 1_000
}
