/** Caret in a blank. Its colors do not follow the brand color: yellow is where the user writes. */
export function Logo({ className }: { className: string }) {
  return (
    <svg width="34" height="28" viewBox="0 0 34 28" className={`site-logo ${className}`} aria-hidden="true">
      <rect x="1" y="3" width="32" height="22" rx="5" fill="#ffe352" stroke="#8a6d00" strokeWidth="1.5" />
      <path d="M11 8.5h5M11 19.5h5M13.5 8.5v11" stroke="#1a1815" strokeWidth="2.4" strokeLinecap="round" />
    </svg>
  )
}
