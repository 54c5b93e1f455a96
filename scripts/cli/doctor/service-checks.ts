import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import type { Settings } from '../../../server/settings/settings.ts'
import { createStripe, isLiveMode, Stripe } from '../../../server/subscription/stripe.ts'
import { webhookEvents } from '../../../server/subscription/webhook-events.ts'
import { findSandboxSettings } from '../sandbox-settings.ts'
import { failure, ok, warning } from './check.ts'
import type { Finding } from './check.ts'

const timeoutMs = 5_000

/** Connects and logs in without sending a mail. */
export async function lookAtMail({ SMTP_URL, NODE_ENV, DATA_DIR }: Settings): Promise<Finding> {
  if (!SMTP_URL) {
    const detail = `SMTP_URL is not set: mails are written to ${DATA_DIR}/outbox.`
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
  return ok(`${hostname} accepts mails${username ? ' and the login' : ''}. No mail was sent.`)
}

export async function lookAtRedis({ REDIS_URL }: Settings): Promise<Finding> {
  if (!REDIS_URL) return ok('REDIS_URL is not set: each server counts limits in its own memory.')
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
    return ok(`Redis answers, version ${version}.`)
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

const mendKey = 'Set STRIPE_SECRET_KEY to a key of your account with the permissions listed in docs/operations.md.'

export async function lookAtStripe({ stripe, isSandbox }: Payments, settings: Settings): Promise<Finding> {
  const { PAYMENTS, NODE_ENV, STRIPE_API_BASE } = settings
  if (!stripe)
    return PAYMENTS === 'off'
      ? ok('PAYMENTS is off: nothing is sold.')
      : warning('No key is set: nothing is sold.', mendKey)
  await stripe.products.list({ limit: 1 })
  if (isSandbox) return ok('The payment sandbox answers: nobody is charged.')
  if (NODE_ENV === 'production' && !isLiveMode(settings))
    return warning(`${STRIPE_API_BASE} accepts the key, which is a test key.`, 'Set the live key when you go live.')
  return ok(`${STRIPE_API_BASE} accepts the key.`)
}

export async function lookAtWebhook({ stripe, isSandbox }: Payments, { PUBLIC_URL }: Settings): Promise<Finding> {
  if (!stripe) return ok('Not needed: nothing is sold.')
  const address = PUBLIC_URL + checkoutPaths.webhook
  const endpoints: Stripe.WebhookEndpoint[] = []
  try {
    for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) endpoints.push(endpoint)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripePermissionError)) throw error
    return warning('The key may not read webhook endpoints.', `Check in the Dashboard that ${address} exists.`)
  }
  const ours = endpoints.filter(({ url }) => url === address)
  const endpoint = ours.find(({ status }) => status === 'enabled') ?? ours[0]
  if (!endpoint && isSandbox && endpoints.length > 0) return ok(`The sandbox sends webhooks to ${endpoints[0]?.url}.`)
  if (!endpoint) return failure(`There is no endpoint for ${address}.`, 'Run npm run cli -- stripe setup.')
  if (endpoint.status !== 'enabled')
    return failure(`The endpoint ${address} is disabled.`, 'Run npm run cli -- stripe setup.')
  const sent = new Set(endpoint.enabled_events)
  const missing = sent.has('*') ? [] : webhookEvents.filter((event) => !sent.has(event))
  if (missing.length > 0)
    return failure(
      `The endpoint ${address} does not receive ${missing.join(', ')}.`,
      'Run npm run cli -- stripe setup.',
    )
  return ok(`${address} receives all ${webhookEvents.length} events.`)
}

/** Clock differences in seconds. Webhooks are refused above 300. */
const [doubtful, wrong] = [5, 60]

export function clockFinding(seconds: number, whose: string): Finding {
  const far = Math.abs(seconds)
  const detail =
    far < 1 ? `The same as ${whose}.` : `${far.toFixed(0)} s ${seconds > 0 ? 'ahead of' : 'behind'} ${whose}.`
  const mend = 'Synchronize the clocks by NTP, for example with systemd-timesyncd or chrony.'
  if (far >= wrong) return failure(detail, mend)
  return far >= doubtful ? warning(detail, mend) : ok(detail)
}

/** Seconds by which this machine's clock is ahead of Stripe's. */
export async function readStripeClock(stripe: Stripe): Promise<number | null> {
  const startedAt = Date.now()
  const { lastResponse } = await stripe.products.list({ limit: 1 })
  const theirs = Date.parse(lastResponse.headers.date ?? '')
  return Number.isNaN(theirs) ? null : ((startedAt + Date.now()) / 2 - theirs) / 1_000
}
