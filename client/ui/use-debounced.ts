import { useEffect, useState } from 'react'

const debounceMs = 150

/** The text as it was when it last rested; what is blank counts at once. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : debounced
}
