import { z } from 'zod'
import { CsvSeparator } from '#shared/admin/csv.ts'
import { Overview, OverviewQuery } from '#shared/admin/overview.ts'
import { addExportEntry } from '../editing/audit.ts'
import { sendCsv } from '../http/file-answer.ts'
import { route, routes } from '../http/route.ts'
import { figureFile } from './figure-file.ts'
import { rollUp } from './figures.ts'
import { readOverview } from './overview.ts'

const maxFirstRollUpMs = 2_000

export const overviewRoutes = routes([
  route('GET', '/overview/', {
    summary: 'Figures of the last 7, 30 or 90 days, rolled up every few minutes, and what waits right now',
    auth: 'overview.read',
    querystring: OverviewQuery,
    answers: { 200: Overview },
    handler: async ({ query: { days }, locale }) => {
      const overview = await readOverview(days, locale)
      if (overview.as_of !== null) return overview
      await rollUp({ maxMs: maxFirstRollUpMs })
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
      await addExportEntry(viewer.id, 'figures', { days })
      return sendCsv(reply, 'figures.csv', figureFile(days, separator))
    },
  }),
])
