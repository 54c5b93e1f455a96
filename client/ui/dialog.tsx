import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'

type DialogProps = {
  title: string
  /** An alert asks for an answer: a click beside it does not close it, Escape does. */
  isAlert?: boolean
  onClose: () => void
  className?: string
  children: ReactNode
}

/** A dialog that is open as long as it is there. Escape closes it, and the focus goes back to where it came from. */
export function Dialog({ title, isAlert = false, onClose, className = '', children }: DialogProps) {
  const Base = isAlert ? AlertDialog : BaseDialog
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className={`dialog ${className}`}>
          <Base.Title className="text-xl font-bold">{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** A button inside a dialog that closes it. */
export const DialogClose = BaseDialog.Close
