import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import {
  AutoRenew,
  CheckoutOutcome,
  CheckoutReturn,
  CheckoutUrl,
  LinkUrl,
  NewCheckout,
  Plan,
  PortalQuery,
  SubscriptionStatus,
  SwitchPreview,
  Testimonial,
} from '#shared/subscription/schema.ts'
import { publicRead } from '../cache/public-reads.ts'
import { addRoutes, noContent, route } from '../http/route.ts'
import type { Settings } from '../settings/settings.ts'
import { changeAutoRenew, getRunningSubscription } from './auto-renew.ts'
import { refundCredit } from './refunds/credit-refunds.ts'
import { finishCheckout } from './checkout-return.ts'
import { startCheckout } from './checkout.ts'
import { listPlans } from './prices/plans.ts'
import { assertNoPendingCancellation } from './customers/customer-lock.ts'
import { openPortal } from './customers/portal.ts'
import { refundForMember } from './refunds/refunds.ts'
import { readSubscriptionStatus } from './status.ts'
import { readPaymentClock } from './stripe.ts'
import type { Stripe } from './stripe.ts'
import { previewSwitch } from './switch.ts'
import { createWithStripe } from './with-stripe.ts'
import { listTestimonials } from './testimonials.ts'

type Options = { stripe: Stripe | null; settings: Settings }
type WithStripe = ReturnType<typeof createWithStripe>

const reads = [
  publicRead('/plans/', {
    summary: 'Every plan in order, with its prices by the month and by the year',
    auth: 'none',
    answers: { 200: z.array(Plan) },
    read: ({ locale }) => listPlans(locale),
  }),
  publicRead('/testimonials/', {
    summary: 'What people say of the site, in order; samples say that they are',
    auth: 'none',
    answers: { 200: z.array(Testimonial) },
    read: ({ locale }) => listTestimonials(locale),
  }),
  route('GET', '/status/', {
    summary: 'What the signed-in person has: a plan, or a tier that was granted',
    auth: 'member',
    answers: { 200: SubscriptionStatus },
    handler: ({ viewer, locale }) => readSubscriptionStatus(viewer, locale),
  }),
]

const checkout = (withStripe: WithStripe, settings: Settings) => [
  route('POST', '/stripe/create-checkout-session/', {
    summary: 'Starts a checkout, or switches a subscription that runs; answers where the browser goes on',
    auth: 'member',
    limit: 'payment',
    body: NewCheckout,
    answers: { 200: CheckoutUrl },
    problems: [402, 409, 503],
    handler: ({ viewer, body, locale }) =>
      withStripe(async (sync) => {
        await assertNoPendingCancellation(viewer.id)
        return startCheckout({ ...sync, settings, locale }, viewer.id, body)
      }),
  }),
  route('POST', '/stripe/checkout-return/', {
    summary: 'Reads at Stripe how a checkout of the person ended',
    auth: 'member',
    limit: 'payment',
    body: CheckoutReturn,
    answers: { 200: CheckoutOutcome },
    problems: [402, 404, 503],
    handler: ({ viewer, body }) =>
      withStripe(async (sync) => ({ outcome: await finishCheckout(sync, viewer.id, body.session_id) })),
  }),
  route('POST', '/switch-preview/', {
    summary: 'What a switch to another plan or period would charge today',
    auth: 'member',
    limit: 'payment',
    body: NewCheckout,
    answers: { 200: SwitchPreview },
    problems: [409, 503],
    handler: ({ viewer, body }) =>
      withStripe(async (sync) => previewSwitch(sync, await getRunningSubscription(viewer.id), body)),
  }),
]

const changes = (withStripe: WithStripe, { PUBLIC_URL: public_url }: Settings) => [
  route('POST', '/auto-renew/', {
    summary: 'Switches auto-renew on or off; idempotent',
    auth: 'member',
    limit: 'declaration',
    body: AutoRenew,
    answers: { 200: SubscriptionStatus },
    problems: [409, 503],
    handler: async ({ viewer, body, locale }) => {
      await withStripe(async (sync) => {
        if (body.enabled) await assertNoPendingCancellation(viewer.id)
        await changeAutoRenew(sync, viewer.id, body.enabled)
      })
      return readSubscriptionStatus(viewer, locale)
    },
  }),
  route('POST', '/portal/', {
    summary: 'Opens the hosted pages with cards and invoices, or the one for another card, which leads back',
    auth: 'member',
    limit: 'payment',
    querystring: PortalQuery,
    answers: { 200: LinkUrl },
    problems: [409, 503],
    handler: ({ viewer, query: { flow } }) =>
      withStripe(async ({ stripe }) => ({ url: await openPortal(stripe, { user_id: viewer.id, flow, public_url }) })),
  }),
  route('POST', '/credit-refund/', {
    summary: 'Sends a credit that no subscription uses back to the cards that it was paid with',
    auth: 'member',
    limit: 'payment',
    answers: { 200: SubscriptionStatus },
    problems: [409, 503],
    handler: async ({ viewer, locale }) => {
      await withStripe((sync) => refundCredit(sync, viewer.id))
      return readSubscriptionStatus(viewer, locale)
    },
  }),
  route('POST', '/refund/', {
    summary: 'Gives the first payment back within 14 days, and ends the subscription at once; idempotent',
    auth: 'member',
    limit: 'declaration',
    answers: noContent,
    problems: [409, 503],
    handler: ({ viewer }) =>
      withStripe(async (sync) => refundForMember(sync, viewer.id, await readPaymentClock(sync.stripe))),
  }),
]

export const subscriptionRoutes: FastifyPluginAsync<Options> = async (app, { stripe, settings }) => {
  const withStripe = createWithStripe(stripe, app.jobs)
  addRoutes(app, [...reads, ...checkout(withStripe, settings), ...changes(withStripe, settings)])
}
