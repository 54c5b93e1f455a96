import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Problem } from '#shared/problem.ts'
import { Plan } from '#shared/subscription.ts'
import { topics } from '../topics.ts'
import { listPlans } from './plans.ts'

export const subscriptionRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/plans/',
    {
      schema: {
        tags: ['subscription'],
        summary: 'Every plan in order, with its prices by the month and by the year',
        response: { 200: z.array(Plan), 401: Problem },
      },
    },
    async ({ locale }, reply) => {
      reply.madeFrom(topics.plans)
      return listPlans(locale)
    },
  )
}
