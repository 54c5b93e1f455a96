import { useId } from 'react'
import type { ReactNode } from 'react'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-10 border-t border-line pt-4">
      <h2 id={id} className="text-2xl font-bold">
        {title}
      </h2>
      <div className="mt-4 flex flex-wrap items-start gap-x-6 gap-y-5">{children}</div>
    </section>
  )
}

export function Sample({ name, className = '', children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={`min-w-0 max-w-full ${className}`}>
      <p className="mb-1.5 font-mono text-xs text-muted">{name}</p>
      {children}
    </div>
  )
}

/** A window of its own to what is fixed to the edges of the page. */
export function Frame({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <div className={`relative overflow-hidden rounded-lg border border-dashed border-line contain-layout ${className}`}>
      {children}
    </div>
  )
}
