import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'

type DialogProps = {
  title: string
  /** Where what is inside says enough to those who see it, only the others are told the title. */
  isTitleHidden?: boolean
  /** An alert asks for an answer: a click beside it does not close it, Escape does. */
  isAlert?: boolean
  /** What has the focus first; the first thing that can take it where absent. */
  initialFocus?: RefObject<HTMLElement | null>
  onClose: () => void
  className?: string
  children: ReactNode
}

/** A dialog that is open as long as it is there. Escape closes it, and the focus goes back to where it came from. */
export function Dialog({ title, isTitleHidden = false, isAlert = false, initialFocus, ...rest }: DialogProps) {
  const { onClose, className = '', children } = rest
  const Base = isAlert ? AlertDialog : BaseDialog
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className={`dialog ${className}`} {...(initialFocus && { initialFocus })}>
          <Base.Title className={isTitleHidden ? 'sr-only' : 'text-xl font-bold'}>{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** A button inside a dialog that closes it. */
export const DialogClose = BaseDialog.Close
