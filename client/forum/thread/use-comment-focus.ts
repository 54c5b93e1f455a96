import { useCallback, useMemo, useRef, useState, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { NavigationType, useNavigationType } from 'react-router-dom'
import { useHydrated } from '../../ui/use-hydrated.ts'

const commentsInPage = () => [...document.querySelectorAll<HTMLElement>('[data-comment]')]

/** Focuses the first comment that a button has loaded, since the button may be gone. */
export function useFocusNewComments() {
  const isTarget = useRef<((element: HTMLElement) => boolean) | null>(null)
  const [arrived, setArrived] = useState(0)
  const expectComment = useCallback((id: number) => {
    setArrived(0)
    isTarget.current = (element) => element.id === `comment-${id}`
  }, [])
  const expectNewComments = useCallback(() => {
    setArrived(0)
    const known = new Set(commentsInPage().map(({ id }) => id))
    isTarget.current = ({ id }) => !known.has(id)
  }, [])
  /** Focuses the awaited comment. Called after each render of comments. Returns true if none is awaited any more. */
  const focusExpected = useCallback(() => {
    if (!isTarget.current) return true
    const [first, ...others] = commentsInPage().filter(isTarget.current)
    if (!first) return false
    isTarget.current = null
    first.focus()
    setArrived(1 + others.length)
    return true
  }, [])
  return useMemo(
    () => ({ arrived, lookFor: expectComment, lookForNew: expectNewComments, focusArrivals: focusExpected }),
    [arrived, expectComment, expectNewComments, focusExpected],
  )
}

/** True if the reader has not started to use the server's page. Otherwise scripts must not scroll it. */
const isUntouched = () => scrollY === 0 && !navigator.userActivation?.hasBeenActive
const isFocusFree = () => document.activeElement === null || document.activeElement === document.body

/** Scrolls to the comment. Returns true if it is on the page. */
function scrollToComment(id: string, isServers: boolean): boolean {
  const element = document.getElementById(`comment-${id}`)
  if (!isServers || isUntouched()) element?.scrollIntoView()
  // Runs after the layout has moved the focus on navigation.
  queueMicrotask(() => (!isServers || isFocusFree()) && element?.focus({ preventScroll: true }))
  return element !== null
}

/** Scrolls once to the comment in the address. `isFinal`: no later data can contain the comment. */
export function useScrollToComment(id: string | undefined, isFinal: boolean): void {
  const isOpened = useNavigationType() === NavigationType.Pop
  const isHydrated = useHydrated()
  const [isServers] = useState(!isHydrated)
  const revealed = useRef<string>(undefined)
  const scrollOnce = useEffectEvent((sought: string, isLast: boolean) => {
    if (revealed.current !== sought && (scrollToComment(sought, isOpened && isServers) || isLast))
      revealed.current = sought
  })
  useLayoutEffect(() => {
    if (id !== undefined && isOpened) scrollOnce(id, isFinal)
  }, [id, isOpened, isFinal])
  useEffect(() => {
    if (id !== undefined && !isOpened) scrollOnce(id, isFinal)
  }, [id, isOpened, isFinal])
}
