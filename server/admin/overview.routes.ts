import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Overview, OverviewQuery } from '#shared/overview.ts'
import { adminProblemResponses, adminRoute, describeAdmin } from '../http/admin-route.ts'
import { rollUp } from './figures.ts'
import { readOverview } from './overview.ts'

/** ms. */
const maxFirstRollUpMs = 2_000

export const overviewRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/overview/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('Figures of the last 7, 30 or 90 days, rolled up every few minutes, and what waits right now'),
        querystring: OverviewQuery,
        response: { 200: Overview, ...adminProblemResponses },
      },
    },
    async ({ query: { days }, locale }) => {
      const overview = await readOverview(days, locale)
      if (overview.as_of !== null) return overview
      await rollUp({ maxMs: maxFirstRollUpMs })
      return readOverview(days, locale)
    },
  )
}
