import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { ApiProblem, NetworkProblem } from '../app/api.ts'
import { LoadErrorNote } from '../app/load-error.tsx'
import { ErrorBoundary } from '../app/error-boundary.tsx'
import { canReload, resetFailedChunks, reloadOnce } from '../app/fetch-chunk.ts'
import { StaticCopy } from '../app/static-copy.tsx'
import { useTranslate } from '../app/i18n.tsx'
import { NotFoundPage, BackLink } from './not-found.tsx'
import { Progress } from '../ui/progress.tsx'

const reload = () => location.reload()

/** Removes failed queries, so that a page does not show its old error when opened again. */
function useForgottenFailures() {
  const client = useQueryClient()
  useEffect(() => {
    resetFailedChunks()
    client.removeQueries({ type: 'inactive', predicate: ({ state }) => state.status === 'error' })
  }, [client])
}

export function FailedPage() {
  const t = useTranslate()
  useForgottenFailures()
  useEffect(() => onlineManager.subscribe((isOnline) => isOnline && reload()), [])
  const { pathname } = useLocation()
  const isPrompt = pathname.startsWith(paths.prompt(''))
  const title = t(isPrompt ? 'failed.prompt' : 'failed.title')
  return (
    <main className="frame notice-page">
      <title>{title}</title>
      <div role="alert">
        <h1 className="text-3xl font-bold">{title}</h1>
        <p className="mt-2 text-muted">{t('failed.text')}</p>
        <p className="mt-6 flex flex-wrap gap-3">
          <button type="button" className="button needs-script" onClick={reload}>
            {t('failed.retry')}
          </button>
          <BackLink className="button button-quiet" />
        </p>
      </div>
    </main>
  )
}

function Missing() {
  const isListed = /^\/library\/(category|use-case)\//.test(globalThis.location.pathname)
  return isListed ? <Navigate to={paths.library} replace /> : <NotFoundPage />
}

const id = 'page'
const isOfApi = (error: unknown) => error instanceof ApiProblem || error instanceof NetworkProblem

/** Error boundary of a page. A server-rendered page becomes static; other pages reload once per build. */
export function PageBoundary({ isServers, children }: { isServers: boolean; children: ReactNode }) {
  return (
    <ErrorBoundary
      canRestart={(error) => isServers && !isOfApi(error)}
      onError={(error) => !isServers && !isOfApi(error) && reloadOnce()}
      renderFallback={(error) => {
        if (error instanceof ApiProblem && error.status === 404) return <Missing />
        if (isOfApi(error)) return <FailedPage />
        if (isServers)
          return (
            <>
              <LoadErrorNote />
              <StaticCopy id={id} />
            </>
          )
        return canReload() ? <Progress /> : <FailedPage />
      }}
    >
      <div id={id} className="contents">
        {children}
      </div>
    </ErrorBoundary>
  )
}
