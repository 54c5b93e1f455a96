import { EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { IslandLoadError } from '../app/load-error.tsx'
import { island } from '../app/island.tsx'
import { Progress } from '../ui/progress.tsx'

const MemberDialog = island(async () => (await import('./member-dialog.tsx')).MemberDialog, {
  pending: <Progress />,
  Failed: IslandLoadError,
})

/** Icon that every page loads anyway. Any other icon would move to a shared chunk that every page loads. */
export const MemberIcon = () => <EyeOff className="size-4" aria-hidden="true" />

export function useMemberDialog(username: string): { dialog: ReactNode; open: () => void } {
  const [isOpen, setOpen] = useState(false)
  return {
    dialog: isOpen && <MemberDialog username={username} onClose={() => setOpen(false)} />,
    open: () => setOpen(true),
  }
}
