import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'

function htmlOf(id: string): string {
  const copy = document.getElementById(id)?.cloneNode(true) as HTMLElement | undefined
  // Disables forms: without scripts, a form would put its fields, even a password, into the URL.
  for (const form of copy?.querySelectorAll('form:not([method])') ?? []) form.setAttribute('inert', '')
  return copy?.innerHTML ?? ''
}

export function StaticCopy({ id }: { id: string }) {
  const [html] = useState(() => htmlOf(id))
  return <div id={id} className="static contents" dangerouslySetInnerHTML={{ __html: html }} />
}

type PartProps = { id: string; note?: ReactNode; children: ReactNode }

/** Renders `children` again after a first error, then shows the static copy. Suspense isolates hydration errors. */
export function RecoverablePart({ id, note, children }: PartProps) {
  return (
    <ErrorBoundary
      canRestart={() => true}
      renderFallback={() => (
        <>
          {note}
          <StaticCopy id={id} />
        </>
      )}
    >
      <Suspense>
        <div id={id} className="contents">
          {children}
        </div>
      </Suspense>
    </ErrorBoundary>
  )
}
