import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  AdminEvent,
  AdminEventPage,
  AdminEventQuery,
  AdminPayment,
  AdminPaymentPage,
  AdminPaymentQuery,
  NewRefund,
  PaymentParams,
  PaymentsSummary,
  RefundState,
} from '#shared/admin-payments.ts'
import { Problem } from '#shared/problem.ts'
import { adminProblemResponses, adminRoute, changeSchema, describeAdmin, sendEdited } from '../http/admin-route.ts'
import { viewerOf } from '../http/viewer.ts'
import { HttpProblem } from '../problem.ts'
import type { Settings } from '../settings.ts'
import { getAdminEvent, listAdminEvents, retryEvent } from './admin-events.ts'
import { dashboardOf, getAdminPayment, listAdminPayments, listLedger, readPaymentsSummary } from './admin-payments.ts'
import { orderRefund, readRefundState } from './refund-orders.ts'
import { paymentProblem } from './stripe.ts'
import type { Stripe } from './stripe.ts'
import type { Sync } from './sync-customer.ts'

type Options = { stripe: Stripe | null; settings: Settings }
const { 400: _badRequest, ...withoutInput } = adminProblemResponses
const ofOne = { params: PaymentParams }
const readingOne = <Item extends z.core.$ZodType>(summary: string, item: Item) => ({
  ...describeAdmin(summary),
  ...ofOne,
  response: { 200: item, ...adminProblemResponses, 404: Problem },
})

export const paymentAdminRoutes: FastifyPluginAsyncZod<Options> = async (app, { stripe, settings }) => {
  async function withStripe<Result>(work: (sync: Sync) => Promise<Result>): Promise<Result> {
    if (!stripe) throw new HttpProblem(503, 'subscription.problem.off')
    return work({ stripe, jobs: app.jobs }).catch((error: unknown) => {
      throw paymentProblem(error)
    })
  }
  app.get(
    '/payments-summary/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('Whether payments are taken, and how many disputes and events wait for a person'),
        response: { 200: PaymentsSummary, ...withoutInput },
      },
    },
    async () => readPaymentsSummary(settings),
  )
  app.get(
    '/payments/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('Payments, the latest first: by person or id, status, dispute, plan and day'),
        querystring: AdminPaymentQuery,
        response: { 200: AdminPaymentPage, ...adminProblemResponses },
      },
    },
    async (request) => listAdminPayments(request.query, request.locale),
  )
  app.get(
    '/payments/:id/',
    { ...adminRoute, schema: readingOne('A payment with its ledger and the events about it', AdminPayment) },
    async (request) => getAdminPayment(request.params.id, settings, request.locale),
  )
  const refundReading = readingOne('What has gone back of a payment, asked at Stripe, with its ETag', RefundState)
  app.get(
    '/payments/:id/refunds/',
    { ...adminRoute, schema: { ...refundReading, response: { ...refundReading.response, 503: Problem } } },
    async (request, reply) =>
      sendEdited(reply, await withStripe((sync) => readRefundState(sync.stripe, request.params.id))),
  )
  const refunding = changeSchema('Gives a payment or a part of it back; the same order again does nothing', RefundState)
  app.post(
    '/payments/:id/refunds/',
    {
      ...adminRoute,
      schema: { ...refunding, ...ofOne, body: NewRefund, response: { ...refunding.response, 503: Problem } },
    },
    async (request, reply) => {
      const asked = {
        payment_id: request.params.id,
        if_match: request.headers['if-match'],
        editor: viewerOf(request),
      }
      return sendEdited(reply, await withStripe((sync) => orderRefund(sync, asked, request.body)))
    },
  )
  app.get(
    '/stripe-events/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('Events of Stripe, the latest first, with how far the work on each is'),
        querystring: AdminEventQuery,
        response: { 200: AdminEventPage, ...adminProblemResponses },
      },
    },
    async (request) => listAdminEvents(request.query),
  )
  app.get(
    '/stripe-events/:id/',
    { ...adminRoute, schema: readingOne('An event of Stripe, with what it led to', AdminEvent) },
    async (request) => {
      const event = await getAdminEvent(request.params.id)
      const base = dashboardOf(settings)
      const ledger = await listLedger({ event_id: event.id })
      return { ...event, ledger, dashboard_url: base && `${base}events/${event.id}` }
    },
  )
  app.post(
    '/stripe-events/:id/retry/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('Works on an event now that is not processed yet: by the job that it has'),
        ...ofOne,
        response: { 204: z.null(), ...adminProblemResponses, 404: Problem, 409: Problem, 503: Problem },
      },
    },
    async (request, reply) => {
      await withStripe((sync) => retryEvent(sync.jobs, viewerOf(request), request.params.id))
      return reply.code(204).send(null)
    },
  )
}
