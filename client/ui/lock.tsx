/** A closed lock, with what it means for those who do not see it. */
export function Lock({ label }: { label: string }) {
  return (
    <span className="inline-block shrink-0 text-brand" title={label}>
      <svg viewBox="0 0 20 20" className="size-4" aria-hidden="true">
        <path
          fill="currentColor"
          d="M6 8V6a4 4 0 1 1 8 0v2h1a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1h1Zm2 0h4V6a2 2 0 1 0-4 0v2Z"
        />
      </svg>
      <span className="sr-only">{label}</span>
    </span>
  )
}
