import { useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import type { ComponentProps, ReactNode, RefObject } from 'react'

type DialogProps = {
  title: string
  isTitleHidden?: boolean
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

/** Modal dialog element, open while mounted. Base UI's would add 23 KiB to each locked prompt. */
export function Dialog({ title, isTitleHidden = false, isAlert = false, initialFocus, ...rest }: DialogProps) {
  const { onClose, className = '', children } = rest
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const onClosed = useEffectEvent(() => !dialog.current?.open && onClose())
  const onClick = useEffectEvent((event: MouseEvent) => {
    if (!isAlert && dialog.current && isBeside(dialog.current, event)) dialog.current.close()
  })
  // Returns the focus only if its element is still on the page.
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
