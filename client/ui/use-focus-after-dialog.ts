import { useEffect, useRef, useState } from 'react'

/** Returns a function that focuses `target` after the dialog has closed, since the opening button may be gone. */
export function useFocusAfterDialog<Target extends HTMLElement>() {
  const target = useRef<Target>(null)
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (count > 0) target.current?.focus()
  }, [count])
  return { target, focusAfterDialog: () => setCount((former) => former + 1) }
}
