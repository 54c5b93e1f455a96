import { useSay } from '../i18n.tsx'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import type { SubscriptionCopy } from './subscription-copy.en.ts'

type ResultDialogProps = { outcome: 'success' | 'cancel'; text: SubscriptionCopy['result']; onClose: () => void }

/** How a payment went, with a way on. */
export function ResultDialog({ outcome, text, onClose }: ResultDialogProps) {
  const say = useSay()
  return (
    <Dialog title={outcome === 'success' ? text.success : text.cancel} onClose={onClose}>
      <p className="mt-6 flex flex-wrap justify-end gap-3">
        <DialogClose className="button button-quiet">{say('dialog.close')}</DialogClose>
        <DialogClose className="button">{outcome === 'success' ? say('dialog.ok') : text.again}</DialogClose>
      </p>
    </Dialog>
  )
}
