import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** A control that is disabled for a moment loses the focus: it has it back afterwards, unless that went elsewhere. */
export function useFocusBack(control: RefObject<HTMLElement | null>, isDisabled: boolean) {
  const focused = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (isDisabled) return
    if (document.activeElement === document.body) focused.current?.focus()
    focused.current = null
  }, [isDisabled])
  /** Called as the change begins, while the focus is still there. */
  return () => {
    const { activeElement } = document
    focused.current =
      activeElement instanceof HTMLElement && control.current?.contains(activeElement) ? activeElement : null
  }
}
