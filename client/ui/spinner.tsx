/** Turns while a part of a page takes longer than 150 ms; `label` says so where nothing beside it does. */
export function Spinner({ label, className = '' }: { label?: string; className?: string }) {
  return (
    <span className={`late inline-flex ${className}`} role={label && 'status'}>
      <span className="spinner" aria-hidden="true" />
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
