import { withQuery } from '../paths.ts'

const part = encodeURIComponent
type Page = { cursor?: string | undefined; limit?: number | undefined }

export const addressedKinds = ['prompt', 'category', 'use_case', 'pipeline', 'post', 'site_page'] as const
export type AddressedKind = (typeof addressedKinds)[number]
export const isAddressed = (kind: string): kind is AddressedKind => (addressedKinds as readonly string[]).includes(kind)

export type LibraryNoun = 'groups' | 'models' | 'tags' | 'categories' | 'use-cases' | 'prompts' | 'pipelines' | 'sets'
export type OrderedNoun = 'categories' | 'use-cases' | 'pipelines' | 'sets'

export const adminPaths = {
  overview: '/admin',
  library: '/admin/library',
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
    formerSlugs: (kind: AddressedKind, id: number) => `/api/admin/former-slugs/${kind}/${id}/`,
    formerSlug: (kind: AddressedKind, id: number, slug: string) =>
      `/api/admin/former-slugs/${kind}/${id}/${part(slug)}/`,
    libraryExport: '/api/admin/library/export/',
    libraryImport: (query: Record<string, string | number | undefined> = {}) =>
      withQuery('/api/admin/library/import/', query),
    libraryImportRun: (id: string) => `/api/admin/library/import/${part(id)}/`,
    libraryImportStart: (id: string) => `/api/admin/library/import/${part(id)}/run/`,
    libraryImportRejected: (id: string) => `/api/admin/library/import/${part(id)}/rejected/`,
    overview: (query: { days?: number | undefined } = {}) => withQuery('/api/admin/overview/', query),
    members: (query: Page & Record<string, string | number | undefined> = {}) =>
      withQuery('/api/admin/members/', query),
    overviewExport: (query: { days?: number | undefined } = {}) => withQuery('/api/admin/overview/export/', query),
    membersExport: (query: Record<string, string | number | undefined> = {}) =>
      withQuery('/api/admin/members/export/', query),
    member: (id: number | string) => `/api/admin/members/${part(id)}/`,
    memberBlock: (id: number | string) => `/api/admin/members/${part(id)}/block/`,
    memberOverview: (id: number | string) => `/api/admin/members/${part(id)}/overview/`,
    memberSessions: (id: number | string) => `/api/admin/members/${part(id)}/sessions/`,
    memberSession: (id: number | string, session_id: string) =>
      `/api/admin/members/${part(id)}/sessions/${part(session_id)}/`,
    memberConfirmation: (id: number | string) => `/api/admin/members/${part(id)}/confirmation/`,
  },
}
