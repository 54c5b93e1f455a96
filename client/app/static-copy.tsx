import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'

function htmlOf(id: string): string {
  const copy = document.getElementById(id)?.cloneNode(true) as HTMLElement | undefined
  // Without scripts a form would put what is typed, a password too, into the address.
  for (const form of copy?.querySelectorAll('form:not([method])') ?? []) form.setAttribute('inert', '')
  return copy?.innerHTML ?? ''
}

/** A part of the document as it stands, as plain HTML: what its scripts did is gone, its text and links stay. */
export function StaticCopy({ id }: { id: string }) {
  const [html] = useState(() => htmlOf(id))
  return <div id={id} className="static contents" dangerouslySetInnerHTML={{ __html: html }} />
}

type PartProps = { id: string; note?: ReactNode; children: ReactNode }

/** Renders anew once after a failure, then stays as it was. Suspense keeps a failure in hydration from the rest of the page. */
export function Part({ id, note, children }: PartProps) {
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
