import { useCallback, useMemo, useRef, useState } from 'react'

const commentsInPage = () => [...document.querySelectorAll<HTMLElement>('[data-comment]')]

/** Once comments that were asked for are here, the focus is on the first of them: the button that fetched them may be gone. */
export function useArrivals() {
  const isWanted = useRef<((element: HTMLElement) => boolean) | null>(null)
  /** How many came that were not there. */
  const [arrived, setArrived] = useState(0)
  const lookFor = useCallback((id: number) => {
    setArrived(0)
    isWanted.current = (element) => element.id === `comment-${id}`
  }, [])
  const lookForNew = useCallback(() => {
    setArrived(0)
    const known = new Set(commentsInPage().map(({ id }) => id))
    isWanted.current = ({ id }) => !known.has(id)
  }, [])
  /** Called whenever comments were rendered. Answers whether none is looked for any more. */
  const settle = useCallback(() => {
    if (!isWanted.current) return true
    const [first, ...others] = commentsInPage().filter(isWanted.current)
    if (!first) return false
    isWanted.current = null
    first.focus()
    setArrived(1 + others.length)
    return true
  }, [])
  return useMemo(() => ({ arrived, lookFor, lookForNew, settle }), [arrived, lookFor, lookForNew, settle])
}
