/** Progress icon, hidden for the first 150 ms. `label` is needed if no text beside it names what is loading. */
export function Spinner({ label, className = '' }: { label?: string; className?: string }) {
  return (
    <span className={`late inline-flex ${className}`} role={label && 'status'}>
      <span className="spinner" aria-hidden="true" />
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
