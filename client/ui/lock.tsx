import { LockKeyhole } from 'lucide-react'

export function LockIcon({ label }: { label: string }) {
  return (
    <span className="inline-block shrink-0 align-[-0.1875em] text-muted" title={label}>
      <LockKeyhole className="size-4" />
      <span className="sr-only">{label}</span>
    </span>
  )
}
