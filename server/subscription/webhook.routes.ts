import { channel } from 'node:diagnostics_channel'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { addRoutes, route } from '../http/route.ts'
import { HttpProblem } from '../problem.ts'
import { createEventStore } from './events.ts'
import { Stripe } from './stripe.ts'

/** Diagnostics channel: event type (if the signature is valid) and result of each delivery. */
const webhookChannel = channel('webhook')
type WebhookResult = 'stored' | 'ignored' | 'other_mode' | 'refused' | 'failed'
const report = (type: string, result: WebhookResult) => webhookChannel.publish({ type, result })

const maxBytes = 1024 * 1024
const Received = z.object({ received: z.literal(true) })

/** In seconds, as in Stripe's library, which refuses older signatures but accepts future ones. */
const toleranceSeconds = 300

function isFutureSignature(signature: string): boolean {
  const time = signature.split(',').findLast((part) => part.startsWith('t=')) ?? ''
  return Number.parseInt(time.slice(2), 10) > Date.now() / 1_000 + toleranceSeconds
}

/** `unsigned`: no secret matches, or the time differs by more than 300 s. Null: no event. */
function eventOf(stripe: Stripe, body: Buffer, signature: string, secrets: string[]): Stripe.Event | 'unsigned' | null {
  if (isFutureSignature(signature)) return 'unsigned'
  for (const secret of secrets)
    try {
      return stripe.webhooks.constructEvent(body, signature, secret)
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) continue
      // Signed, but a thin event or none: a redelivery would not help.
      return null
    }
  return 'unsigned'
}

/** Only this scope has raw bodies, since a signature covers every byte. */
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
      // Stripe sends a month's renewals at once; a refused delivery would be repeated only after an hour.
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
