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
 * Brings the comment that the address names into view, once; `isFinal`: a member's answer, which may tell more than the
 * visitor's, is here. Who comes back is led to where they were by the layout, later.
 */
export function useReveal(id: string | undefined, isFinal: boolean): void {
  const isOpened = useNavigationType() === NavigationType.Pop
  const settled = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (id === undefined || !isOpened || settled.current === id) return
    if (reveal(id) || isFinal) settled.current = id
  }, [id, isOpened, isFinal])
  useEffect(() => {
    if (id === undefined || isOpened || settled.current === id) return
    if (reveal(id) || isFinal) settled.current = id
  }, [id, isOpened, isFinal])
}
