import { useQueryClient } from '@tanstack/react-query'
import { Component, useEffect } from 'react'
import type { ReactNode } from 'react'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { ApiProblem } from '../api.ts'
import { useSay } from '../i18n.tsx'
import { NotFoundPage } from './not-found.tsx'

/** What failed is forgotten, or a page that is opened again would show its old failure without asking. */
function useForgottenFailures() {
  const client = useQueryClient()
  useEffect(
    () => client.removeQueries({ type: 'inactive', predicate: ({ state }) => state.status === 'error' }),
    [client],
  )
}

/** A page that could not be loaded says so, and offers another try and a way out of it. */
export function FailedPage({ retry }: { retry: () => void }) {
  const say = useSay()
  useForgottenFailures()
  const { pathname } = useLocation()
  const isPrompt = pathname.startsWith(paths.prompt(''))
  const isLibrary = pathname === paths.library
  const title = say(isPrompt ? 'prompt.load_failed' : 'failed.title')
  return (
    <main className="frame py-24 text-center" role="alert">
      <title>{title}</title>
      <h1 className="text-2xl font-bold">{title}</h1>
      <p className="mt-2 text-muted">{say('failed.text')}</p>
      <p className="mt-6 flex flex-wrap justify-center gap-3">
        <button type="button" className="button needs-script" onClick={retry}>
          {say('failed.retry')}
        </button>
        <Link to={isLibrary ? paths.home : paths.library} className="button button-quiet">
          {say(isLibrary ? 'failed.home' : 'library.back')}
        </Link>
      </p>
    </main>
  )
}

/** A category or use case that is gone leads to the library; any other page that is gone says so. */
function Missing() {
  const isListed = /^\/library\/(category|use-case)\//.test(globalThis.location.pathname)
  return isListed ? <Navigate to={paths.library} replace /> : <NotFoundPage />
}

type State = { error: unknown }

/** Catches what goes wrong in a page, so that the rest of the site stays usable. */
export class PageBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }
  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }
  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    if (error instanceof ApiProblem && error.status === 404) return <Missing />
    return <FailedPage retry={() => globalThis.location.reload()} />
  }
}
