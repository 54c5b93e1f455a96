import type { FastifyPluginAsync } from 'fastify'
import { PaymentParams } from '#shared/admin/payments.ts'
import { PageQuery, pageOf } from '#shared/page.ts'
import { LinkUrl, NewPaymentLink, NextPaymentResponse, Payment } from '#shared/subscription/schema.ts'
import { addRoutes, route } from '../http/route.ts'
import { findNextPayment } from './payments/next-payment.ts'
import { resolvePaymentLink } from './payments/payment-links.ts'
import { listPayments } from './payments/payments.ts'
import type { Stripe } from './stripe.ts'
import { createWithStripe } from './with-stripe.ts'

export const paymentRoutes: FastifyPluginAsync<{ stripe: Stripe | null }> = async (app, { stripe }) => {
  const withStripe = createWithStripe(stripe, app.jobs)
  addRoutes(app, [
    route('GET', '/payments/', {
      summary: 'The payments of the person, the latest first',
      auth: 'member',
      querystring: PageQuery,
      answers: { 200: pageOf(Payment) },
      handler: ({ viewer, query, locale }) => listPayments(viewer.id, query, { stripe, locale }),
    }),
    route('GET', '/next-payment/', {
      summary: 'What the next renewal charges, as Stripe would now, and when; null where none is due',
      auth: 'member',
      limit: 'payment',
      answers: { 200: NextPaymentResponse },
      problems: [503],
      handler: ({ viewer }) =>
        withStripe(async (sync) => ({ next_payment: await findNextPayment(sync.stripe, viewer.id) })),
    }),
    route('POST', '/payments/:id/links/', {
      summary: 'Gives out a fresh address of a receipt, an invoice, or the page on which it is paid',
      auth: 'member',
      limit: 'payment',
      params: PaymentParams,
      body: NewPaymentLink,
      answers: { 200: LinkUrl },
      problems: [409, 503],
      handler: ({ viewer, params: { id }, body: { link } }) =>
        withStripe(async (sync) => ({
          url: await resolvePaymentLink(sync, { id, customer: { user_id: viewer.id } }, link),
        })),
    }),
  ])
}
