import { withQuery } from './paths.ts'

const part = encodeURIComponent
type Page = { cursor?: string | undefined; limit?: number | undefined }

/** What the library is made of, as its addresses name it. */
export type LibraryNoun = 'groups' | 'models' | 'tags' | 'categories' | 'use-cases' | 'prompts' | 'pipelines'
/** Those whose lists have an order that is given to them. */
export type OrderedNoun = 'categories' | 'use-cases' | 'pipelines'

/** The admin area: its pages, and the routes of the API behind them. */
export const adminPaths = {
  overview: '/admin',
  members: '/admin/members',
  member: (id: number | string) => `/admin/members/${part(id)}`,
  api: {
    audit: (
      query: Page & Partial<Record<'kind' | 'target' | 'action' | 'actor' | 'from' | 'until', string | undefined>> = {},
    ) => withQuery('/api/admin/audit/', query),
    auditEntry: (id: number | string) => `/api/admin/audit/${part(id)}/`,
    library: (noun: LibraryNoun, query: Page & Record<string, string | number | undefined> = {}) =>
      withQuery(`/api/admin/library/${noun}/`, query),
    libraryItem: (noun: LibraryNoun, id: number | string) => `/api/admin/library/${noun}/${part(id)}/`,
    libraryPreview: (noun: LibraryNoun, id: number | string, tier: number) =>
      withQuery(`/api/admin/library/${noun}/${part(id)}/preview/`, { tier }),
    libraryMove: (noun: OrderedNoun, id: number | string) => `/api/admin/library/${noun}/${part(id)}/move/`,
    libraryByName: (noun: 'categories' | 'use-cases') => `/api/admin/library/${noun}/by-name/`,
    promptBulk: (query: { dry_run?: '1' } = {}) => withQuery('/api/admin/library/prompts/bulk/', query),
    libraryExport: '/api/admin/library/export/',
    libraryImport: (query: Record<string, string | number | undefined> = {}) =>
      withQuery('/api/admin/library/import/', query),
    libraryImportRun: (id: string) => `/api/admin/library/import/${part(id)}/`,
    libraryImportStart: (id: string) => `/api/admin/library/import/${part(id)}/run/`,
    libraryImportRejected: (id: string) => `/api/admin/library/import/${part(id)}/rejected/`,
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
