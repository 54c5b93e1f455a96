import { channel } from 'node:diagnostics_channel'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { addRoutes, route } from '../http/route.ts'
import { HttpProblem } from '../problem.ts'
import { createEventStore } from './events.ts'
import { Stripe } from './stripe.ts'

/** Diagnostics channel for webhook deliveries: the event type, if signed, and the result. */
const webhookChannel = channel('webhook')
type WebhookResult = 'stored' | 'ignored' | 'other_mode' | 'refused' | 'failed'
const report = (type: string, result: WebhookResult) => webhookChannel.publish({ type, result })

const maxBytes = 1024 * 1024
const Received = z.object({ received: z.literal(true) })

/** Maximum age of a signature in seconds. Stripe's library checks the age, but not a time in the future. */
const toleranceSeconds = 300

function isFutureSignature(signature: string): boolean {
  const time = signature.split(',').findLast((part) => part.startsWith('t=')) ?? ''
  return Number.parseInt(time.slice(2), 10) > Date.now() / 1_000 + toleranceSeconds
}

/** Returns the event; `unsigned` without a valid signature; null if the body is no event. */
function eventOf(stripe: Stripe, body: Buffer, signature: string, secrets: string[]): Stripe.Event | 'unsigned' | null {
  if (isFutureSignature(signature)) return 'unsigned'
  for (const secret of secrets)
    try {
      return stripe.webhooks.constructEvent(body, signature, secret)
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) continue
      // The body is signed but is no event, or is a thin event. Another delivery would fail too.
      return null
    }
  return 'unsigned'
}

/** Webhook route. It has a scope of its own for the raw body, since a signature covers every byte. */
export const webhookRoutes: FastifyPluginAsync<{
  stripe: Stripe | null
  secrets: string[]
  isLive: boolean
}> = async (app, { stripe, secrets, isLive }) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
    done(null, body),
  )
  const storeEvent = createEventStore(app.jobs)
  addRoutes(app, [
    route('POST', '/stripe/webhook/', {
      summary: 'Takes a signed event of Stripe; answered once it is stored',
      auth: 'none',
      bodyLimit: maxBytes,
      // No limit: Stripe sends many events at once, and repeats a refused delivery only after an hour.
      limit: 'none',
      config: { isExemptFromOverload: true },
      answers: { 200: Received },
      problems: [400, 503],
      handler: async (request) => {
        if (!stripe) throw new HttpProblem(503, 'subscription.problem.off')
        const signature = request.headers['stripe-signature']
        const isSigned = typeof signature === 'string' && Buffer.isBuffer(request.body)
        const event = isSigned ? eventOf(stripe, request.body as Buffer, signature, secrets) : 'unsigned'
        if (event === 'unsigned') {
          report('unknown', 'refused')
          throw new HttpProblem(400, 'subscription.problem.wrong_signature')
        }
        if (event === null) report('unknown', 'ignored')
        else if (event.livemode !== isLive) {
          const { id, type, livemode } = event
          request.log.warn({ event: id, type, livemode }, 'an event of the other mode was ignored')
          report(type, 'other_mode')
        } else {
          await storeEvent(event).catch((error: unknown) => {
            report(event.type, 'failed')
            throw error
          })
          report(event.type, 'stored')
        }
        return { received: true as const }
      },
    }),
  ])
}
