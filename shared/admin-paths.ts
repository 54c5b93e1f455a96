import { withQuery } from './paths.ts'

const part = encodeURIComponent
type Page = { cursor?: string | undefined; limit?: number | undefined }

/** The admin area: its pages, and the routes of the API behind them. */
export const adminPaths = {
  overview: '/admin',
  api: {
    audit: (
      query: Page & Partial<Record<'kind' | 'target' | 'action' | 'actor' | 'from' | 'until', string | undefined>> = {},
    ) => withQuery('/api/admin/audit/', query),
    auditEntry: (id: number | string) => `/api/admin/audit/${part(id)}/`,
  },
}
