import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** Restores the focus that a disabled control has lost, unless it moved elsewhere. */
export function useRestoreFocus(control: RefObject<HTMLElement | null>, isDisabled: boolean) {
  const focused = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (isDisabled) return
    if (document.activeElement === document.body) focused.current?.focus()
    focused.current = null
  }, [isDisabled])
  return () => {
    const { activeElement } = document
    focused.current =
      activeElement instanceof HTMLElement && control.current?.contains(activeElement) ? activeElement : null
  }
}
