import { useEffect, useState } from 'react'

const debounceMs = 150

export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : debounced
}
