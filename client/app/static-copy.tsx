import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'

function htmlOf(id: string): string {
  const copy = document.getElementById(id)?.cloneNode(true) as HTMLElement | undefined
  // A form without scripts would put its fields, a password too, into the URL.
  for (const form of copy?.querySelectorAll('form:not([method])') ?? []) form.setAttribute('inert', '')
  return copy?.innerHTML ?? ''
}

export function StaticCopy({ id }: { id: string }) {
  const [html] = useState(() => htmlOf(id))
  return <div id={id} className="static contents" dangerouslySetInnerHTML={{ __html: html }} />
}

type PartProps = { id: string; note?: ReactNode; children: ReactNode }

/** Renders again once after an error, then falls back to its static copy. Suspense isolates hydration errors. */
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
