import { useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import type { ComponentProps, ReactNode, RefObject } from 'react'

type DialogProps = {
  title: string
  /** Where what is inside says enough to those who see it, only the others are told the title. */
  isTitleHidden?: boolean
  /** An alert asks for an answer: a click beside it does not close it, Escape does. */
  isAlert?: boolean
  initialFocus?: RefObject<HTMLElement | null>
  onClose: () => void
  className?: string
  children: ReactNode
}

function isBeside(dialog: HTMLDialogElement, { clientX, clientY, target }: MouseEvent) {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom)
}

/**
 * A dialog that is open as long as it is there: the browser's own, which holds the focus, makes the rest of the page
 * inert, closes on Escape and gives the focus back. Base UI's is 23 KiB more for the first view of a locked prompt.
 */
export function Dialog({ title, isTitleHidden = false, isAlert = false, initialFocus, ...rest }: DialogProps) {
  const { onClose, className = '', children } = rest
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const onClosed = useEffectEvent(() => !dialog.current?.open && onClose())
  const onClick = useEffectEvent((event: MouseEvent) => {
    if (!isAlert && dialog.current && isBeside(dialog.current, event)) dialog.current.close()
  })
  // The focus goes back only from what is still in the page.
  useLayoutEffect(() => {
    const opened = dialog.current
    if (!opened) return
    opened.addEventListener('close', onClosed)
    opened.addEventListener('click', onClick)
    opened.showModal()
    initialFocus?.current?.focus()
    return () => {
      opened.removeEventListener('close', onClosed)
      opened.removeEventListener('click', onClick)
      opened.close()
    }
  }, [initialFocus])
  return (
    <dialog
      ref={dialog}
      role={isAlert ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      className={`dialog ${className}`}
    >
      <h2 id={titleId} className={isTitleHidden ? 'sr-only' : 'text-xl font-bold'}>
        {title}
      </h2>
      {children}
    </dialog>
  )
}

export function DialogClose(props: ComponentProps<'button'>) {
  return <button type="button" {...props} onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()} />
}
