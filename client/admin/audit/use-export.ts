import { useState } from 'react'
import { adminSitePaths } from '#shared/admin-site-paths.ts'
import type { AuditFilters } from '#shared/audit.ts'
import { authorizedFetch } from '../../app/session.ts'
import { useTranslate } from './messages.ts'

/** Fetches the log as a file, since a link would go without the sign-in. */
export function useExport(filters: Partial<AuditFilters>) {
  const t = useTranslate()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const save = async (format: 'csv' | 'ndjson') => {
    setBusy(true)
    setProblem('')
    try {
      const response = await authorizedFetch(adminSitePaths.api.auditExport({ ...filters, format }), { headers: {} })
      if (!response.ok) throw new Error(String(response.status))
      const link = document.createElement('a')
      const address = URL.createObjectURL(await response.blob())
      Object.assign(link, { href: address, download: `audit-${new Date().toISOString().slice(0, 10)}.${format}` })
      link.click()
      // Some browsers have only begun to read by now.
      setTimeout(() => URL.revokeObjectURL(address), 60_000)
    } catch {
      setProblem(t('export.failed'))
    } finally {
      setBusy(false)
    }
  }
  return { save, isBusy, problem }
}
