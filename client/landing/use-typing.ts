import { useEffect, useState } from 'react'

const paceMs = { type: 55, erase: 25, before_filling: 700, fill: 45, read: 2_600 }

/** Text of the animation: a task is typed, then the values of its prompt. */
export type TypingScript = { task: string; values: readonly string[] }

/** Number of letters shown of the script at `index`: `typed` of the task, `filled` of all values together. */
type Typed = { index: number; typed: number; filled: number; isErasing: boolean }

export const letterCount = (values: readonly string[]) => values.reduce((sum, { length }) => sum + length, 0)

const whole = ({ task, values }: TypingScript, index: number): Typed => ({
  index,
  typed: task.length,
  filled: letterCount(values),
  isErasing: false,
})

function next(state: Typed, scripts: readonly TypingScript[]): { waitMs: number; state: Typed } {
  const { index, typed, filled, isErasing } = state
  const { task, values } = scripts[index] ?? { task: '', values: [] }
  if (isErasing && typed === 0) {
    const following = { index: (index + 1) % scripts.length, typed: 1, filled: 0, isErasing: false }
    return { waitMs: paceMs.type, state: following }
  }
  if (isErasing) return { waitMs: paceMs.erase, state: { ...state, typed: typed - 1 } }
  if (typed < task.length) return { waitMs: paceMs.type, state: { ...state, typed: typed + 1 } }
  if (filled < letterCount(values)) {
    return { waitMs: filled === 0 ? paceMs.before_filling : paceMs.fill, state: { ...state, filled: filled + 1 } }
  }
  return { waitMs: paceMs.read, state: { ...state, typed: typed - 1, isErasing: true } }
}

/** Typing animation. It starts with the first script complete, as the server renders it. Reduced motion stays there. */
export function useTyping(
  scripts: readonly [TypingScript, ...TypingScript[]],
  isReduced: boolean,
  isPaused: boolean,
): Typed {
  const first = whole(scripts[0], 0)
  const [state, setState] = useState(first)
  useEffect(() => {
    if (isReduced || isPaused) return
    const following = next(state, scripts)
    const timer = setTimeout(() => setState(following.state), following.waitMs)
    return () => clearTimeout(timer)
  }, [state, scripts, isReduced, isPaused])
  return isReduced ? first : state
}
