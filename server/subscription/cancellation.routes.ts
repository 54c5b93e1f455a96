import type { FastifyPluginAsync } from 'fastify'
import {
  CancellationConfirmation,
  CancellationReceipt,
  MemberCancellation,
  VisitorCancellation,
} from '#shared/subscription/cancellation.ts'
import { addRoutes, route } from '../http/route.ts'
import { acceptCancellation, confirmCancellation, requestCancellation } from './cancellation.ts'
import type { Stripe } from './stripe.ts'

type Options = { stripe: Stripe | null; secrets: readonly string[] }

export const cancellationRoutes: FastifyPluginAsync<Options> = async (app, { stripe, secrets }) => {
  const queue = { jobs: app.jobs, stripe }
  addRoutes(app, [
    route('POST', '/', {
      summary: 'Cancels the subscription of the person, or withdraws from it; confirmed by mail',
      auth: 'member',
      limit: 'declaration',
      body: MemberCancellation,
      answers: { 202: CancellationReceipt },
      handler: ({ viewer, body }) => acceptCancellation(queue, { ...body, user_id: viewer.id }),
    }),
    route('POST', '/request/', {
      summary: 'Asks for either without a log-in: a mail to the address says how it goes on, alike for unknown ones',
      auth: 'none',
      limit: 'cancellation_request',
      body: VisitorCancellation,
      answers: { 202: CancellationReceipt },
      handler: ({ body, locale }) => requestCancellation(queue, { ...body, locale }),
    }),
    route('POST', '/confirm/', {
      summary: 'Cancels or withdraws by the token of that mail, once; confirmed by mail',
      auth: 'none',
      limit: 'one_time_token',
      body: CancellationConfirmation,
      answers: { 202: CancellationReceipt },
      handler: ({ body }) => confirmCancellation(app.jobs, body, secrets),
    }),
  ])
}
