import { Keyboard } from 'lucide-react'
import { BrokenIsland } from '../app/broken.tsx'
import { island } from '../app/island.tsx'
import { Progress } from '../ui/progress.tsx'
import { ActionButton } from './action-button.tsx'
import type { KeysDialogProps } from './keys-dialog.tsx'

const KeysDialog = island<KeysDialogProps>(async () => (await import('./keys-dialog.tsx')).KeysDialog, {
  pending: <Progress />,
  Failed: BrokenIsland,
})

type KeysActionProps = {
  of: KeysDialogProps['of']
  label: string
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}

export function KeysAction({ of, label, isOpen, setOpen }: KeysActionProps) {
  return (
    <span className="keys-action">
      <ActionButton
        icon={<Keyboard className="size-4" aria-hidden="true" />}
        label={label}
        aria-haspopup="dialog"
        aria-keyshortcuts="?"
        isWide
        onClick={() => setOpen(true)}
      />
      {isOpen && <KeysDialog of={of} onClose={() => setOpen(false)} />}
    </span>
  )
}
