import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { adminSitePaths } from '#shared/admin-site-paths.ts'
import type { AuditEntry } from '#shared/audit.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { AuditFacts } from './audit-facts.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { auditQuery } from './audit.queries.ts'
import { useTranslate } from './messages.ts'
import { useAuditFilters } from './use-audit-filters.ts'
import { useExport } from './use-export.ts'

function Row({ entry }: { entry: AuditEntry }) {
  const t = useTranslate()
  return (
    <li className="card relative flex flex-wrap items-start justify-between gap-x-4 gap-y-2 p-4">
      <div className="min-w-0 flex-1 basis-64">
        <AuditFacts entry={entry} />
      </div>
      {entry.has_states && (
        <Link
          to={adminSitePaths.auditEntry(entry.id)}
          aria-label={`${t('list.changes')} #${entry.id}`}
          className="text-brand underline after:absolute after:inset-0"
        >
          {t('list.changes')}
        </Link>
      )}
    </li>
  )
}

export function AuditList() {
  const t = useTranslate()
  const { chosen, filters, choose, isFiltered } = useAuditFilters()
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(auditQuery(filters))
  const { save, isBusy, problem } = useExport(filters)
  const entries = data?.pages.flatMap(({ results }) => results) ?? []
  return (
    <>
      <AuditFilters chosen={chosen} choose={choose} />
      <p className="mt-4 flex flex-wrap items-center gap-3">
        {(['csv', 'ndjson'] as const).map((format) => (
          <button
            key={format}
            type="button"
            className="button button-quiet"
            disabled={isBusy}
            onClick={() => void save(format)}
          >
            {t(`export.${format}`)}
          </button>
        ))}
        {isBusy && <Spinner label={t('common.loading')} />}
      </p>
      {problem && (
        <p role="alert" className="mt-2 text-danger">
          {problem}
        </p>
      )}
      {isError && !data && (
        <p role="alert" className="mt-6 text-danger">
          {t('list.failed')}
        </p>
      )}
      {!data && !isError && <Spinner label={t('common.loading')} className="mt-6" />}
      {data && entries.length === 0 && (
        <p className="card mt-6 py-10 text-center text-muted">{t(isFiltered ? 'list.none' : 'list.empty')}</p>
      )}
      <ol aria-label={t('list.results')} hidden={entries.length === 0} className="mt-6 grid gap-3">
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </ol>
      {hasNextPage && (
        <button
          type="button"
          className="button button-quiet mt-6"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('common.load_more')}
        </button>
      )}
    </>
  )
}
