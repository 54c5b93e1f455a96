import { LockKeyhole } from 'lucide-react'

export function LockIcon({ label }: { label: string }) {
  return (
    <span className="inline-block shrink-0 text-brand" title={label}>
      <LockKeyhole className="size-4" />
      <span className="sr-only">{label}</span>
    </span>
  )
}
