/** Turns while a part of a page is on its way; `label` says so where nothing beside it does. */
export function Spinner({ label, className = '' }: { label?: string; className?: string }) {
  return (
    <span className={`inline-flex ${className}`}>
      <span className="spinner" aria-hidden="true" />
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
