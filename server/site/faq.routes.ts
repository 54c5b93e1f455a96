import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { FaqItem, FaqQuery } from '#shared/faq.ts'
import { BadRequest, RateLimited } from '#shared/problem.ts'
import { publicRead } from '../cache/public-reads.ts'
import { listFaq } from './faq.ts'

export const faqRoutes: FastifyPluginAsync = async (app) => {
  publicRead(app, '/faq/', {
    schema: {
      tags: ['site'],
      summary: 'The questions of a page with their answers, in order',
      security: [],
      querystring: FaqQuery,
      response: { 200: z.array(FaqItem), 400: BadRequest, 429: RateLimited },
    },
    read: ({ query, locale }) => listFaq(query.page, locale),
  })
}
