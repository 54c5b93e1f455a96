import { withQuery } from './paths.ts'

const part = encodeURIComponent
type Page = { cursor?: string | undefined; limit?: number | undefined }

/** The admin area: its pages, and the routes of the API behind them. */
export const adminPaths = {
  overview: '/admin',
  members: '/admin/members',
  member: (id: number | string) => `/admin/members/${part(id)}`,
  api: {
    audit: (query: Page & { kind?: string | undefined; target?: string | undefined } = {}) =>
      withQuery('/api/admin/audit/', query),
    auditEntry: (id: number | string) => `/api/admin/audit/${part(id)}/`,
    overview: (query: { days?: number | undefined } = {}) => withQuery('/api/admin/overview/', query),
    members: (query: Page & Record<string, string | number | undefined> = {}) =>
      withQuery('/api/admin/members/', query),
    member: (id: number | string) => `/api/admin/members/${part(id)}/`,
    memberBlock: (id: number | string) => `/api/admin/members/${part(id)}/block/`,
    memberOverview: (id: number | string) => `/api/admin/members/${part(id)}/overview/`,
    memberSessions: (id: number | string) => `/api/admin/members/${part(id)}/sessions/`,
    memberSession: (id: number | string, session_id: string) =>
      `/api/admin/members/${part(id)}/sessions/${part(session_id)}/`,
    memberConfirmation: (id: number | string) => `/api/admin/members/${part(id)}/confirmation/`,
  },
}
