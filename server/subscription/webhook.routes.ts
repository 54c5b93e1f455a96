import { channel } from 'node:diagnostics_channel'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Problem } from '#shared/problem.ts'
import { HttpProblem } from '../problem.ts'
import { createEventStore } from './events.ts'
import { Stripe } from './stripe.ts'

/** Tells of each delivery: the type of its event, where its signature was right, and what became of it. */
const webhookChannel = channel('webhook')
type WebhookResult = 'stored' | 'ignored' | 'refused' | 'failed'
const tell = (type: string, result: WebhookResult) => webhookChannel.publish({ type, result })

const maxBytes = 1024 * 1024
const Received = z.object({ received: z.literal(true) })

/** `unsigned` where no secret fits, or the signature is older than 300 s. */
function eventOf(stripe: Stripe, body: Buffer, signature: string, secrets: string[]): Stripe.Event | 'unsigned' | null {
  for (const secret of secrets)
    try {
      return stripe.webhooks.constructEvent(body, signature, secret)
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) continue
      // A thin event, or no event at all: it was signed, so that to send it again would not help.
      return null
    }
  return 'unsigned'
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
      // One that is refused for being too much would come again in an hour, and whoever paid wait so long.
      config: { limit: 'none', isAlwaysAnswered: true },
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
      const isSigned = typeof signature === 'string' && Buffer.isBuffer(request.body)
      const event = isSigned ? eventOf(stripe, request.body as Buffer, signature, secrets) : 'unsigned'
      if (event === 'unsigned') {
        tell('unknown', 'refused')
        throw new HttpProblem(400, 'subscription.problem.wrong_signature')
      }
      const isOurs = event !== null && event.livemode === isLive
      if (isOurs)
        await storeEvent(event).catch((error: unknown) => {
          tell(event.type, 'failed')
          throw error
        })
      tell(event?.type ?? 'unknown', isOurs ? 'stored' : 'ignored')
      return { received: true as const }
    },
  )
}
