import { useEffect, useRef, useState } from 'react'

/** Focuses `target` once the dialog has closed: its opener may be gone. */
export function useFocusAfterDialog<Target extends HTMLElement>() {
  const target = useRef<Target>(null)
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (count > 0) target.current?.focus()
  }, [count])
  return { target, focusAfterDialog: () => setCount((former) => former + 1) }
}
