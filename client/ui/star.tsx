export function StarIcon({ className = 'size-4', isFilled = true }: { className?: string; isFilled?: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`shrink-0 text-star ${className}`}
      fill={isFilled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="2"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="m12 2.5 2.95 5.98 6.6.96-4.78 4.65 1.13 6.57L12 17.56l-5.9 3.1 1.13-6.57-4.78-4.65 6.6-.96z" />
    </svg>
  )
}
