import { withQuery } from '../paths.ts'

type AuditFilters = Record<
  'cursor' | 'kind' | 'target' | 'action' | 'actor' | 'from' | 'until' | 'format',
  string | undefined
>

export type ContentNoun = 'faq' | 'testimonials' | 'pages'
type ListNoun = ContentNoun | 'landing'

export const adminSitePaths = {
  site: '/admin/site',
  announcements: '/admin/site/announcements',
  announcement: (id: number | string) => `/admin/site/announcements/${id}`,
  content: (noun: ListNoun) => `/admin/site/${noun}`,
  contentItem: (noun: ListNoun, id: number | string) => `/admin/site/${noun}/${id}`,
  audit: (query: Partial<AuditFilters> = {}) => withQuery('/admin/audit', query),
  auditEntry: (id: number) => `/admin/audit/${id}`,
  api: {
    site: '/api/admin/site/',
    siteDefaults: '/api/admin/site/defaults/',
    mailPreview: '/api/admin/site/mail-preview/',
    auditExport: (query: Partial<AuditFilters> = {}) => withQuery('/api/admin/audit/export/', query),
    announcements: '/api/admin/announcements/',
    announcement: (id: number | string) => `/api/admin/announcements/${id}/`,
    content: (noun: ListNoun) => `/api/admin/${noun}/`,
    contentItem: (noun: ListNoun, id: number | string) => `/api/admin/${noun}/${id}/`,
    contentMove: (noun: ListNoun, id: number | string) => `/api/admin/${noun}/${id}/move/`,
  },
}
