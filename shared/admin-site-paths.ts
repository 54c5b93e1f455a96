import { withQuery } from './paths.ts'

type AuditFilters = Record<
  'cursor' | 'kind' | 'target' | 'action' | 'actor' | 'from' | 'until' | 'format',
  string | undefined
>

/** Short lists of texts in an order of their own. */
export type ContentNoun = 'faq' | 'testimonials'

/** Of the admin area: the whole site, and the log of what was done. */
export const adminSitePaths = {
  site: '/admin/site',
  announcements: '/admin/site/announcements',
  announcement: (id: number | 'new') => `/admin/site/announcements/${id}`,
  content: (noun: ContentNoun) => `/admin/site/${noun}`,
  contentItem: (noun: ContentNoun, id: number | 'new') => `/admin/site/${noun}/${id}`,
  audit: (query: Partial<AuditFilters> = {}) => withQuery('/admin/audit', query),
  auditEntry: (id: number) => `/admin/audit/${id}`,
  api: {
    site: '/api/admin/site/',
    siteDefaults: '/api/admin/site/defaults/',
    auditExport: (query: Partial<AuditFilters> = {}) => withQuery('/api/admin/audit/export/', query),
    announcements: '/api/admin/announcements/',
    announcement: (id: number | string) => `/api/admin/announcements/${id}/`,
    content: (noun: ContentNoun) => `/api/admin/${noun}/`,
    contentItem: (noun: ContentNoun, id: number | string) => `/api/admin/${noun}/${id}/`,
    contentMove: (noun: ContentNoun, id: number | string) => `/api/admin/${noun}/${id}/move/`,
  },
}
