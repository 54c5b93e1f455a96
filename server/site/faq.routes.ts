import { z } from 'zod'
import { FaqItem, FaqQuery } from '#shared/site/faq.ts'
import { publicRead } from '../cache/public-reads.ts'
import { routePlugin } from '../http/route.ts'
import { listFaq } from './faq.ts'

export const faqRoutes = routePlugin([
  publicRead('/faq/', {
    summary: 'The questions of a page with their answers, in order',
    auth: 'none',
    querystring: FaqQuery,
    answers: { 200: z.array(FaqItem) },
    read: ({ query, locale }) => listFaq(query.page, locale),
  }),
])
