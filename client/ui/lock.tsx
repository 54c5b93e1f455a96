import { LockKeyhole } from 'lucide-react'

export function LockIcon({ label }: { label: string }) {
  return (
    <span className="lock" title={label}>
      <LockKeyhole />
      <span className="sr-only">{label}</span>
    </span>
  )
}
