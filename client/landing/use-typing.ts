import { useEffect, useState } from 'react'

const paceMs = { type: 55, erase: 25, before_filling: 700, fill: 45, read: 2_600 }

/** A task and then the values of its prompt, typed letter by letter. */
export type TypingScript = { task: string; values: readonly string[] }

/** Letters shown of the script at `index`: of its task, and of all its values together. */
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

/** Starts with the first script complete, as the server renders it; with reduced motion it stays. */
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
