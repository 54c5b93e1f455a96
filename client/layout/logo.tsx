export function Logo({ className }: { className: string }) {
  return (
    <svg width="32" height="32" viewBox="0 0 32 32" className={`site-logo ${className}`} aria-hidden="true">
      <path
        fill="var(--color-brand-strong)"
        d="M7 2h18a5 5 0 0 1 5 5v13a5 5 0 0 1-5 5H15l-6.2 4.6c-.7.5-1.8 0-1.8-.9V25a5 5 0 0 1-5-5V7a5 5 0 0 1 5-5Z"
      />
      <path
        fill="none"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="m9.5 9 4.6 4.5L9.5 18M17 18h6"
      />
    </svg>
  )
}
