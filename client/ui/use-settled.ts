import { useEffect, useState } from 'react'

/** How long a text has to rest before somebody is asked about it, in ms. */
const rest = 150

/** The text as it was when it last rested; what is blank counts at once. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), rest)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : settled
}
