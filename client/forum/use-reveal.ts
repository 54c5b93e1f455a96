import { useEffect, useLayoutEffect } from 'react'
import { NavigationType, useNavigationType } from 'react-router-dom'

function reveal(id: string): void {
  const element = document.getElementById(`comment-${id}`)
  element?.scrollIntoView()
  // After what the layout does with the focus as a page is opened.
  queueMicrotask(() => element?.focus({ preventScroll: true }))
}

/** Brings the comment that the address names into view. Who comes back is led to where they were by the layout, later. */
export function useReveal(id: string | undefined): void {
  const isOpened = useNavigationType() === NavigationType.Pop
  useLayoutEffect(() => {
    if (id !== undefined && isOpened) reveal(id)
  }, [id, isOpened])
  useEffect(() => {
    if (id !== undefined && !isOpened) reveal(id)
  }, [id, isOpened])
}
