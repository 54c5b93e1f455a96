import { channel } from 'node:diagnostics_channel'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { addRoutes, route } from '../http/route.ts'
import { HttpProblem } from '../problem.ts'
import { createEventStore } from './events.ts'
import { Stripe } from './stripe.ts'

/** Reports each delivery: the type of its event, where its signature was right, and what became of it. */
const webhookChannel = channel('webhook')
type WebhookResult = 'stored' | 'ignored' | 'other_mode' | 'refused' | 'failed'
const report = (type: string, result: WebhookResult) => webhookChannel.publish({ type, result })

const maxBytes = 1024 * 1024
const Received = z.object({ received: z.literal(true) })

/** s. Stripe's library refuses what is older, and takes what is of the future. */
const toleranceSeconds = 300

/** Read as Stripe's library does: of several times the last one. */
function isOfFuture(signature: string): boolean {
  const time = signature.split(',').findLast((part) => part.startsWith('t=')) ?? ''
  return Number.parseInt(time.slice(2), 10) > Date.now() / 1_000 + toleranceSeconds
}

/** `unsigned` where no secret fits, or the signature is more than 300 s off. */
function eventOf(stripe: Stripe, body: Buffer, signature: string, secrets: string[]): Stripe.Event | 'unsigned' | null {
  if (isOfFuture(signature)) return 'unsigned'
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
      // Stripe sends whole months' renewals at once, from few addresses.
      // One that is refused for being too much would come again in an hour, and whoever paid wait so long.
      limit: 'none',
      config: { isAlwaysAnswered: true },
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
