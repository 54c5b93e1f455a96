import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Problem } from '#shared/problem.ts'
import { HttpProblem } from '../problem.ts'
import { createEventStore } from './events.ts'
import { Stripe } from './stripe.ts'

const maxBytes = 1024 * 1024
const Received = z.object({ received: z.literal(true) })

/** Throws 400 where no secret fits, or the signature is older than 300 s. */
function eventOf(stripe: Stripe, body: Buffer, signature: string, secrets: string[]): Stripe.Event | null {
  for (const secret of secrets)
    try {
      return stripe.webhooks.constructEvent(body, signature, secret)
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) continue
      // A thin event, or no event at all: it was signed, so that to send it again would not help.
      return null
    }
  throw new HttpProblem(400, 'subscription.problem.wrong_signature')
}

/** The only scope whose bodies are raw bytes: a signature is over each of them. */
export const webhookRoutes: FastifyPluginAsyncZod<{
  stripe: Stripe | null
  secrets: string[]
  isLive: boolean
}> = async (app, { stripe, secrets, isLive }) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
    done(null, body),
  )
  const storeEvent = createEventStore(app.jobs)
  app.post(
    '/stripe/webhook/',
    {
      bodyLimit: maxBytes,
      // Stripe sends whole months' renewals at once, from few addresses.
      config: { limit: 'none' },
      schema: {
        tags: ['subscription'],
        summary: 'Takes a signed event of Stripe; answered once it is stored',
        security: [],
        response: { 200: Received, 400: Problem, 503: Problem },
      },
    },
    async (request) => {
      if (!stripe) throw new HttpProblem(503, 'subscription.problem.off')
      const signature = request.headers['stripe-signature']
      if (typeof signature !== 'string' || !Buffer.isBuffer(request.body))
        throw new HttpProblem(400, 'subscription.problem.wrong_signature')
      const event = eventOf(stripe, request.body, signature, secrets)
      if (event && event.livemode === isLive) await storeEvent(event)
      return { received: true as const }
    },
  )
}
