import { Stripe } from 'stripe'
import type { Jobs } from '../jobs.ts'
import { HttpProblem } from '../problem.ts'
import type { Settings } from '../settings/settings.ts'

export { Stripe }

/** Services that operations at Stripe need. */
export type SyncContext = { stripe: Stripe; jobs: Jobs }

export const stripeHost = 'api.stripe.com'

/** Timeout in ms of each of three attempts. Stripe's default of 80 s is too long for a response. */
const defaultTimeoutMs = 10_000

/** Creates the client of Stripe's API. Returns null if payments are off. */
export function createStripe(
  { PAYMENTS, STRIPE_SECRET_KEY, STRIPE_CONTEXT, STRIPE_API_BASE }: Settings,
  timeout = defaultTimeoutMs,
): Stripe | null {
  if (PAYMENTS === 'off' || !STRIPE_SECRET_KEY) return null
  const { protocol, hostname, port } = new URL(STRIPE_API_BASE)
  return new Stripe(STRIPE_SECRET_KEY, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    timeout,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(STRIPE_CONTEXT !== undefined && { stripeContext: STRIPE_CONTEXT }),
  })
}

export const isLiveMode = ({ STRIPE_SECRET_KEY = '' }: Settings) => /^[sr]k_(?:org_)?live_/.test(STRIPE_SECRET_KEY)

export const stripeIdOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

export const expandedObject = <Item extends object>(reference: string | Item | null | undefined): Item | null =>
  typeof reference === 'object' ? reference : null

export const dateOfSeconds = (seconds: number) => new Date(seconds * 1_000)

/** Time of a response in seconds. The clock of a sandbox may be far ahead. */
export const responseTimeOf = ({ lastResponse: { headers } }: Stripe.Response<object>): number =>
  Math.floor((Date.parse(headers.date ?? '') || Date.now()) / 1_000)

/** Returns the present time by the clock of payments. The clock of a sandbox may be far ahead. */
export async function readPaymentClock(stripe: Stripe | null): Promise<Date> {
  if (!stripe || stripe.getApiField('host') === stripeHost) return new Date()
  const answer = stripe.events.list({ limit: 1 }, { timeout: 2_000, maxNetworkRetries: 0 })
  return answer.then(
    (page) => dateOfSeconds(responseTimeOf(page)),
    () => new Date(),
  )
}

export const isMissingAtStripe = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'

export const nullIfMissing = <Found>(found: Promise<Found>): Promise<Found | null> =>
  found.catch((error: unknown) => {
    if (isMissingAtStripe(error)) return null
    throw error
  })

/** True if Stripe would refuse the request each time. */
export const isPermanentRefusal = (error: unknown): error is InstanceType<typeof Stripe.errors.StripeError> =>
  error instanceof Stripe.errors.StripeInvalidRequestError ||
  error instanceof Stripe.errors.StripePermissionError ||
  error instanceof Stripe.errors.StripeCardError

/** Converts an error of Stripe to an error for the client. Stripe's message is only logged. */
export function problemOfStripeError(error: unknown): unknown {
  if (error instanceof Stripe.errors.StripeCardError) return new HttpProblem(402, 'subscription.problem.declined')
  if (error instanceof Stripe.errors.StripeConnectionError || error instanceof Stripe.errors.StripeRateLimitError)
    return new HttpProblem(503, 'subscription.problem.unreachable')
  if (error instanceof Stripe.errors.StripeAPIError || error instanceof Stripe.errors.StripeIdempotencyError)
    return new HttpProblem(503, 'subscription.problem.unreachable')
  // Becomes 500, since Stripe's status concerns the site's key: a 401 would sign the member out.
  if (error instanceof Stripe.errors.StripeError)
    return new Error(`Stripe refused what was asked: ${error.message}`, { cause: error })
  return error
}
