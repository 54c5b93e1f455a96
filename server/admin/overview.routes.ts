import { z } from 'zod'
import { CsvSeparator } from '#shared/admin/csv.ts'
import { Overview, OverviewQuery } from '#shared/admin/overview.ts'
import { addExportAuditEntry } from '../editing/audit.ts'
import { sendCsv } from '../http/downloads.ts'
import { route, routePlugin } from '../http/route.ts'
import { rollUpFigures } from './figures.ts'
import { figuresCsv, readOverview } from './overview.ts'

const maxFirstRollUpMs = 2_000

export const overviewRoutes = routePlugin([
  route('GET', '/overview/', {
    summary: 'Figures of the last 7, 30 or 90 days, rolled up every few minutes, and what waits right now',
    auth: 'overview.read',
    querystring: OverviewQuery,
    answers: { 200: Overview },
    handler: async ({ query: { days }, locale }) => {
      const overview = await readOverview(days, locale)
      if (overview.as_of !== null) return overview
      await rollUpFigures({ maxMs: maxFirstRollUpMs })
      return readOverview(days, locale)
    },
  }),
  route('GET', '/overview/export/', {
    summary: 'These figures as CSV, a row a day; an entry of the audit log',
    auth: 'overview.read',
    limit: 'search',
    querystring: z.object({ ...OverviewQuery.shape, separator: CsvSeparator }),
    answers: { 200: z.any() },
    handler: async ({ viewer, query: { days, separator } }, reply) => {
      await addExportAuditEntry(viewer.id, 'figures', { days })
      return sendCsv(reply, 'figures.csv', figuresCsv(days, separator))
    },
  }),
])
