import { Keyboard } from 'lucide-react'
import { useState } from 'react'
import { BrokenIsland } from '../app/broken.tsx'
import { island } from '../app/island.tsx'
import { Progress } from '../ui/progress.tsx'
import { ActionButton } from './action-button.tsx'
import { useTranslate } from './thread.messages.ts'
import { useThreadKeys } from './use-thread-keys.ts'

const KeysDialog = island(async () => (await import('./keys-dialog.tsx')).KeysDialog, {
  pending: <Progress />,
  Failed: BrokenIsland,
})

export function KeysAction() {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  useThreadKeys(() => setOpen(true))
  return (
    <span className="keys-action">
      <ActionButton
        Icon={Keyboard}
        label={t('action.keys')}
        aria-haspopup="dialog"
        aria-keyshortcuts="?"
        isWide
        onClick={() => setOpen(true)}
      />
      {isOpen && <KeysDialog onClose={() => setOpen(false)} />}
    </span>
  )
}
