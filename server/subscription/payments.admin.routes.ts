import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import {
  AdminEvent,
  AdminEventPage,
  AdminEventQuery,
  AdminPayment,
  AdminPaymentPage,
  AdminPaymentQuery,
  LedgerFileQuery,
  NewRefund,
  PaymentFileQuery,
  PaymentParams,
  PaymentsSummary,
  RefundResolution,
  RefundState,
} from '#shared/admin/payments.ts'
import { LinkUrl, NewPaymentLink } from '#shared/subscription/schema.ts'
import { addExportAuditEntry } from '../editing/audit.ts'
import { editRequestOf, sendWithEtag } from '../editing/edit-request.ts'
import { sendCsv } from '../http/downloads.ts'
import { addRoutes, noContent, route } from '../http/route.ts'
import type { Settings } from '../settings/settings.ts'
import { getAdminEvent, listAdminEvents, retryEvent } from './payments/admin-events.ts'
import {
  dashboardUrlOf,
  getAdminPayment,
  listAdminPayments,
  listLedger,
  readPaymentsSummary,
} from './payments/admin-payments.ts'
import { ledgerCsv, paymentsCsv } from './payments/payment-files.ts'
import { resolvePaymentLink } from './payments/payment-links.ts'
import { orderRefund, readRefundState } from './refunds/refund-orders.ts'
import { resolveRefund } from './refunds/refund-resolution.ts'
import type { Stripe } from './stripe.ts'
import { createWithStripe } from './with-stripe.ts'

type Options = { stripe: Stripe | null; settings: Settings }
type WithStripe = ReturnType<typeof createWithStripe>

const payments = (settings: Settings) => [
  route('GET', '/payments-summary/', {
    summary: 'Whether payments are taken, and how many disputes and events wait for a person',
    auth: 'overview.read',
    answers: { 200: PaymentsSummary },
    handler: () => readPaymentsSummary(settings),
  }),
  route('GET', '/payments/', {
    summary: 'Payments, the latest first: by person or id, status, dispute, plan and day',
    auth: 'payments.read',
    querystring: AdminPaymentQuery,
    answers: { 200: AdminPaymentPage },
    handler: ({ query, locale }) => listAdminPayments(query, locale),
  }),
  route('GET', '/payments/export/', {
    summary: 'All of them as CSV; an entry of the audit log',
    auth: 'payments.read',
    limit: 'search',
    querystring: PaymentFileQuery,
    answers: { 200: z.any() },
    handler: async ({ viewer, query: { separator, ...filters } }, reply) => {
      await addExportAuditEntry(viewer.id, 'payments', filters)
      return sendCsv(reply, 'payments.csv', paymentsCsv(filters, separator))
    },
  }),
  route('GET', '/ledger/export/', {
    summary: 'The ledger as CSV, by day of what happened; an entry of the audit log',
    auth: 'payments.read',
    limit: 'search',
    querystring: LedgerFileQuery,
    answers: { 200: z.any() },
    handler: async ({ viewer, query: { separator, ...filters } }, reply) => {
      await addExportAuditEntry(viewer.id, 'ledger', filters)
      return sendCsv(reply, 'ledger.csv', ledgerCsv(filters, separator))
    },
  }),
  route('GET', '/payments/:id/', {
    summary: 'A payment with its ledger and the events about it',
    auth: 'payments.read',
    params: PaymentParams,
    answers: { 200: AdminPayment },
    handler: ({ params, locale }) => getAdminPayment(params.id, settings, locale),
  }),
]

const refunds = (withStripe: WithStripe) => [
  route('POST', '/payments/:id/links/', {
    summary: 'Gives out a fresh address of a receipt, an invoice, or the page on which it is paid',
    auth: 'payments.write',
    params: PaymentParams,
    body: NewPaymentLink,
    answers: { 200: LinkUrl },
    problems: [409, 503],
    handler: ({ params: { id }, body: { link } }) =>
      withStripe(async (sync) => ({ url: await resolvePaymentLink(sync, { id }, link) })),
  }),
  route('GET', '/payments/:id/refunds/', {
    summary: 'What has gone back of a payment, asked at Stripe, with its ETag',
    auth: 'payments.read',
    params: PaymentParams,
    answers: { 200: RefundState },
    problems: [503],
    handler: ({ params: { id } }, reply) =>
      sendWithEtag(
        reply,
        withStripe((sync) => readRefundState(sync.stripe, id)),
      ),
  }),
  route('POST', '/payments/:id/refunds/', {
    summary: 'Gives a payment or a part of it back; the same order again does nothing',
    auth: 'payments.write',
    params: PaymentParams,
    body: NewRefund,
    ifMatch: RefundState,
    answers: { 200: RefundState },
    problems: [409, 503],
    handler: (request, reply) => {
      const { id: payment_id, ...edit } = editRequestOf(request)
      return sendWithEtag(
        reply,
        withStripe((sync) => orderRefund(sync, { payment_id, ...edit }, request.body)),
      )
    },
  }),
  route('POST', '/payments/:id/refund-resolution/', {
    summary: 'Marks a refund that failed or was refused as paid back in another way',
    auth: 'payments.write',
    params: PaymentParams,
    body: RefundResolution,
    answers: noContent,
    problems: [409, 503],
    handler: ({ viewer: editor, params: { id: payment_id }, body }) =>
      withStripe((sync) => resolveRefund(sync, { payment_id, ...body, editor })),
  }),
]

const events = (withStripe: WithStripe, settings: Settings) => [
  route('GET', '/stripe-events/', {
    summary: 'Events of Stripe, the latest first, with how far the work on each is',
    auth: 'payments.read',
    querystring: AdminEventQuery,
    answers: { 200: AdminEventPage },
    handler: ({ query }) => listAdminEvents(query),
  }),
  route('GET', '/stripe-events/:id/', {
    summary: 'An event of Stripe, with what it led to',
    auth: 'payments.read',
    params: PaymentParams,
    answers: { 200: AdminEvent },
    handler: async ({ params }) => {
      const event = await getAdminEvent(params.id)
      const base = dashboardUrlOf(settings)
      const ledger = await listLedger({ event_id: event.id })
      return { ...event, ledger, dashboard_url: base && `${base}events/${event.id}` }
    },
  }),
  route('POST', '/stripe-events/:id/retry/', {
    summary: 'Works on an event now that is not processed yet: by the job that it has',
    auth: 'payments.write',
    params: PaymentParams,
    answers: noContent,
    problems: [409, 503],
    handler: ({ viewer, params }) => withStripe((sync) => retryEvent(sync.jobs, viewer, params.id)),
  }),
]

export const paymentAdminRoutes: FastifyPluginAsync<Options> = async (app, { stripe, settings }) => {
  const withStripe = createWithStripe(stripe, app.jobs)
  addRoutes(app, [...payments(settings), ...refunds(withStripe), ...events(withStripe, settings)])
}
