import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { NavigationType, useNavigationType } from 'react-router-dom'
import { useHydrated } from '../ui/use-hydrated.ts'

/** Who has begun with the server's page is not led elsewhere by the scripts that come to it. */
const isUntouched = () => scrollY === 0 && !navigator.userActivation?.hasBeenActive
const isFocusFree = () => document.activeElement === null || document.activeElement === document.body

function reveal(id: string, isServers: boolean): void {
  const element = document.getElementById(`comment-${id}`)
  if (!isServers || isUntouched()) element?.scrollIntoView()
  // After what the layout does with the focus as a page is opened.
  queueMicrotask(() => (!isServers || isFocusFree()) && element?.focus({ preventScroll: true }))
}

/** Brings the comment that the address names into view. Who comes back is led to where they were by the layout, later. */
export function useReveal(id: string | undefined): void {
  const isOpened = useNavigationType() === NavigationType.Pop
  const isHydrated = useHydrated()
  const onOpened = useEffectEvent((sought: string) => reveal(sought, !isHydrated))
  useLayoutEffect(() => {
    if (id !== undefined && isOpened) onOpened(id)
  }, [id, isOpened])
  useEffect(() => {
    if (id !== undefined && !isOpened) reveal(id, false)
  }, [id, isOpened])
}
