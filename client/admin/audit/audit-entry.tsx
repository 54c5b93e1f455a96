import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { adminSitePaths } from '#shared/admin-site-paths.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { auditEntryQuery } from '../admin.queries.ts'
import { StateDiff } from '../state-diff.tsx'
import { AuditFacts } from './audit-facts.tsx'
import { useTranslate } from './messages.ts'

/** One deed, with what it changed; fields are named as in the API. */
export function AuditEntryPage({ id }: { id: number }) {
  const t = useTranslate()
  const { data, isError } = useQuery(auditEntryQuery(id))
  return (
    <>
      <Link to={adminSitePaths.audit()} className="text-brand underline">
        {t('entry.back')}
      </Link>
      {isError && !data && (
        <p role="alert" className="mt-6 text-danger">
          {t('entry.failed')}
        </p>
      )}
      {!data && !isError && <Spinner label={t('common.loading')} className="mt-6" />}
      {data && (
        <article className="card mt-6 grid gap-4 p-4 sm:p-6">
          <div>
            <AuditFacts entry={data} />
          </div>
          {data.has_states ? (
            <section className="border-t border-line pt-4">
              <h2 className="mb-3 text-xl font-bold">{t('entry.differences')}</h2>
              <StateDiff before={data.before} after={data.after} labelOf={(way) => way} />
            </section>
          ) : (
            <p className="text-muted">{t('entry.no_states')}</p>
          )}
        </article>
      )}
    </>
  )
}
