import { useCallback, useMemo, useRef, useState, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { NavigationType, useNavigationType } from 'react-router-dom'
import { useHydrated } from '../../ui/use-hydrated.ts'

const commentsInPage = () => [...document.querySelectorAll<HTMLElement>('[data-comment]')]

/** Focuses the first of the comments that were requested once they are here: the button that fetched them may be gone. */
export function useCommentArrivals() {
  const isTarget = useRef<((element: HTMLElement) => boolean) | null>(null)
  /** How many came that were not there. */
  const [arrived, setArrived] = useState(0)
  const lookFor = useCallback((id: number) => {
    setArrived(0)
    isTarget.current = (element) => element.id === `comment-${id}`
  }, [])
  const lookForNew = useCallback(() => {
    setArrived(0)
    const known = new Set(commentsInPage().map(({ id }) => id))
    isTarget.current = ({ id }) => !known.has(id)
  }, [])
  /** Called whenever comments were rendered. Returns whether none is looked for any more. */
  const focusArrivals = useCallback(() => {
    if (!isTarget.current) return true
    const [first, ...others] = commentsInPage().filter(isTarget.current)
    if (!first) return false
    isTarget.current = null
    first.focus()
    setArrived(1 + others.length)
    return true
  }, [])
  return useMemo(() => ({ arrived, lookFor, lookForNew, focusArrivals }), [arrived, lookFor, lookForNew, focusArrivals])
}

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
  const revealed = useRef<string>(undefined)
  const revealOnce = useEffectEvent((sought: string, isLast: boolean) => {
    if (revealed.current !== sought && (reveal(sought, isOpened && isServers) || isLast)) revealed.current = sought
  })
  useLayoutEffect(() => {
    if (id !== undefined && isOpened) revealOnce(id, isFinal)
  }, [id, isOpened, isFinal])
  useEffect(() => {
    if (id !== undefined && !isOpened) revealOnce(id, isFinal)
  }, [id, isOpened, isFinal])
}
