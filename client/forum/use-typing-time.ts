import { useRef } from 'react'

/** How long, in ms, from the first key in a form to the last: what the server tells people and programs apart by. */
export function useTypingTime() {
  const times = useRef<{ first: number; last: number } | null>(null)
  const note = () => {
    const now = performance.now()
    times.current = { first: times.current?.first ?? now, last: now }
  }
  const typingMs = () => (times.current ? Math.round(times.current.last - times.current.first) : 0)
  return { note, typingMs }
}
