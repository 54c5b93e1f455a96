import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useNavigationType } from 'react-router-dom'

/** Answers whether it is there. */
function reveal(id: string): boolean {
  const element = document.getElementById(`comment-${id}`)
  element?.scrollIntoView()
  // After what the layout does with the focus as a page is opened.
  queueMicrotask(() => element?.focus({ preventScroll: true }))
  return element !== null
}

/**
 * Brings the comment that the address names into view: once, and no sooner than a member's answer has it, where that
 * tells more than the visitor's. Who comes back is led to where they were by the layout, later.
 */
export function useReveal(id: string | undefined, isForMember: boolean | undefined): void {
  const isOpened = useNavigationType() === NavigationType.Pop
  const revealed = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (id !== undefined && isOpened && revealed.current !== id && reveal(id)) revealed.current = id
  }, [id, isOpened, isForMember])
  useEffect(() => {
    if (id !== undefined && !isOpened && revealed.current !== id && reveal(id)) revealed.current = id
  }, [id, isOpened, isForMember])
}
