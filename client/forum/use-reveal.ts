import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { NavigationType, useNavigationType } from 'react-router-dom'
import { useHydrated } from '../ui/use-hydrated.ts'

/** Who has begun with the server's page is not led elsewhere by the scripts that come to it. */
const isUntouched = () => scrollY === 0 && !navigator.userActivation?.hasBeenActive
const isFocusFree = () => document.activeElement === null || document.activeElement === document.body

/** Answers whether it is there. */
function reveal(id: string, isServers: boolean): boolean {
  const element = document.getElementById(`comment-${id}`)
  if (!isServers || isUntouched()) element?.scrollIntoView()
  // After what the layout does with the focus as a page is opened.
  queueMicrotask(() => (!isServers || isFocusFree()) && element?.focus({ preventScroll: true }))
  return element !== null
}

/**
 * Brings the comment that the address names into view, once; `isFinal`: a member's answer, which may tell more than the
 * visitor's, is here. Who comes back is led to where they were by the layout, later.
 */
export function useReveal(id: string | undefined, isFinal: boolean): void {
  const isOpened = useNavigationType() === NavigationType.Pop
  const isHydrated = useHydrated()
  const [isServers] = useState(!isHydrated)
  const settled = useRef<string>(undefined)
  const settle = useEffectEvent((sought: string, isLast: boolean) => {
    if (settled.current !== sought && (reveal(sought, isOpened && isServers) || isLast)) settled.current = sought
  })
  useLayoutEffect(() => {
    if (id !== undefined && isOpened) settle(id, isFinal)
  }, [id, isOpened, isFinal])
  useEffect(() => {
    if (id !== undefined && !isOpened) settle(id, isFinal)
  }, [id, isOpened, isFinal])
}
