import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Problem, RateLimited } from '#shared/problem.ts'
import { Plan, SubscriptionStatus, Testimonial } from '#shared/subscription.ts'
import { publicRead } from '../cache/public-reads.ts'
import { signedIn, viewerOf } from '../http/viewer.ts'
import { listPlans } from './plans.ts'
import { listTestimonials } from './testimonials.ts'

export const subscriptionRoutes: FastifyPluginAsyncZod = async (app) => {
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
        tags: ['subscription'],
        summary: 'What the signed-in person has: the tier that was granted',
        security: [{ bearer: [] }],
        response: { 200: SubscriptionStatus, 401: Problem, 429: RateLimited },
      },
    },
    async (request) => {
      const { tier } = viewerOf(request)
      const granted = { plan_id: null, user_tier: tier, plan_tier: tier }
      return { is_subscribed: tier > 0, subscription: tier > 0 ? granted : null }
    },
  )
}
