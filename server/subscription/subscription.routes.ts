import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { PageQuery, pageOf } from '#shared/page.ts'
import { BadRequest, Problem, RateLimited } from '#shared/problem.ts'
import {
  AutoRenew,
  CheckoutOutcome,
  CheckoutReturn,
  CheckoutUrl,
  NewCheckout,
  Payment,
  Plan,
  SubscriptionStatus,
  SwitchPreview,
  Testimonial,
} from '#shared/subscription.ts'
import { publicRead } from '../cache/public-reads.ts'
import { signedIn, viewerOf } from '../http/viewer.ts'
import { HttpProblem } from '../problem.ts'
import type { Settings } from '../settings.ts'
import { changeAutoRenew, getRunning } from './auto-renew.ts'
import { finishCheckout } from './checkout-return.ts'
import { startCheckout } from './checkout.ts'
import { listPayments } from './payments.ts'
import { listPlans } from './plans.ts'
import { openPortal } from './portal.ts'
import { refundFirstPayment } from './refunds.ts'
import { readStatus } from './status.ts'
import { paymentProblem } from './stripe.ts'
import type { Stripe } from './stripe.ts'
import { previewSwitch } from './switch.ts'
import type { Sync } from './sync-customer.ts'
import { listTestimonials } from './testimonials.ts'

const personal = (summary: string) => ({ tags: ['subscription'], summary, security: [{ bearer: [] }] })
const problemResponses = { 401: Problem, 429: RateLimited }
const paymentResponses = { ...problemResponses, 503: Problem }
const changeResponses = { ...paymentResponses, 409: Problem }

type Options = { stripe: Stripe | null; settings: Settings }

export const subscriptionRoutes: FastifyPluginAsyncZod<Options> = async (app, { stripe, settings }) => {
  /** Answers 503 where payments are off, and in our words what Stripe refuses. */
  async function withStripe<Result>(work: (sync: Sync) => Promise<Result>): Promise<Result> {
    if (!stripe) throw new HttpProblem(503, 'subscription.problem.off')
    return work({ stripe, jobs: app.jobs }).catch((error: unknown) => {
      throw paymentProblem(error)
    })
  }

  publicRead(app, '/plans/', {
    schema: {
      tags: ['subscription'],
      summary: 'Every plan in order, with its prices by the month and by the year',
      security: [],
      response: { 200: z.array(Plan), 429: RateLimited },
    },
    read: ({ locale }) => listPlans(locale),
  })

  publicRead(app, '/testimonials/', {
    schema: {
      tags: ['subscription'],
      summary: 'What people say of the site, in order; samples say that they are',
      security: [],
      response: { 200: z.array(Testimonial), 429: RateLimited },
    },
    read: ({ locale }) => listTestimonials(locale),
  })

  app.get(
    '/status/',
    {
      onRequest: signedIn,
      schema: {
        ...personal('What the signed-in person has: a plan, or a tier that was granted'),
        response: { 200: SubscriptionStatus, ...problemResponses },
      },
    },
    async (request) => readStatus(viewerOf(request), request.locale),
  )

  app.post(
    '/stripe/create-checkout-session/',
    {
      onRequest: signedIn,
      config: { limit: 'payment' },
      schema: {
        ...personal('Starts a checkout, or switches a subscription that runs; answers where the browser goes on'),
        body: NewCheckout,
        response: { 200: CheckoutUrl, 400: BadRequest, 402: Problem, ...changeResponses },
      },
    },
    async (request) =>
      withStripe(async (sync) => ({
        checkout_url: await startCheckout(
          { ...sync, settings, locale: request.locale },
          viewerOf(request).id,
          request.body,
        ),
      })),
  )

  app.post(
    '/stripe/checkout-return/',
    {
      onRequest: signedIn,
      config: { limit: 'payment' },
      schema: {
        ...personal('Reads at Stripe how a checkout of the person ended'),
        body: CheckoutReturn,
        response: { 200: CheckoutOutcome, 400: BadRequest, 402: Problem, 404: Problem, ...paymentResponses },
      },
    },
    async (request) =>
      withStripe(async (sync) => ({
        outcome: await finishCheckout(sync, viewerOf(request).id, request.body.session_id),
      })),
  )

  app.post(
    '/switch-preview/',
    {
      onRequest: signedIn,
      config: { limit: 'payment' },
      schema: {
        ...personal('What a switch to another plan or period would charge today'),
        body: NewCheckout,
        response: { 200: SwitchPreview, 400: BadRequest, ...changeResponses },
      },
    },
    async (request) =>
      withStripe(async (sync) => previewSwitch(sync, await getRunning(viewerOf(request).id), request.body)),
  )

  app.post(
    '/auto-renew/',
    {
      onRequest: signedIn,
      config: { limit: 'payment' },
      schema: {
        ...personal('Switches auto-renew on or off; idempotent'),
        body: AutoRenew,
        response: { 200: SubscriptionStatus, 400: BadRequest, ...changeResponses },
      },
    },
    async (request) => {
      const viewer = viewerOf(request)
      await withStripe((sync) => changeAutoRenew(sync, viewer.id, request.body.enabled))
      return readStatus(viewer, request.locale)
    },
  )

  app.get(
    '/payments/',
    {
      onRequest: signedIn,
      schema: {
        ...personal('The payments of the person, the latest first'),
        querystring: PageQuery,
        response: { 200: pageOf(Payment), 400: BadRequest, ...problemResponses },
      },
    },
    async (request) => listPayments(viewerOf(request).id, request.query, request.locale),
  )

  app.post(
    '/portal/',
    {
      onRequest: signedIn,
      config: { limit: 'payment' },
      schema: {
        ...personal('Opens the hosted pages with cards and invoices'),
        response: { 200: z.object({ url: z.string() }), ...changeResponses },
      },
    },
    async (request) =>
      withStripe(async ({ stripe: open }) => ({
        url: await openPortal(open, viewerOf(request).id, settings.PUBLIC_URL),
      })),
  )

  app.post(
    '/refund/',
    {
      onRequest: signedIn,
      config: { limit: 'payment' },
      schema: {
        ...personal('Gives the first payment back within 14 days, and ends the subscription at once'),
        response: { 204: z.null(), ...changeResponses },
      },
    },
    async (request, reply) => {
      await withStripe((sync) => refundFirstPayment(sync, viewerOf(request).id))
      return reply.code(204).send(null)
    },
  )
}
