import { useLocation } from 'react-router-dom'
import { adminSitePaths } from '#shared/admin-site-paths.ts'
import { AuditEntryPage } from './audit-entry.tsx'
import { AuditList } from './audit-list.tsx'

export function AuditArea() {
  const { pathname } = useLocation()
  const part = pathname.slice(adminSitePaths.audit().length).replaceAll('/', '')
  return /^\d+$/.test(part) ? <AuditEntryPage key={part} id={Number(part)} /> : <AuditList />
}
