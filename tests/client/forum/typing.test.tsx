import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useTyping } from '../../../client/landing/use-typing.ts'
import type { TypingScript } from '../../../client/landing/use-typing.ts'

const scripts: [TypingScript, TypingScript] = [
  { task: 'ab', values: ['1', '23'] },
  { task: 'cde', values: ['4'] },
]
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The states shown while this many letters are added or removed. */
function follow(letters: number, isReduced = false, isPaused = false): string[] {
  const { result } = renderHook(() => useTyping(scripts, isReduced, isPaused))
  const shown = () => `${scripts[result.current.index]?.task.slice(0, result.current.typed)} ${result.current.filled}`
  return [shown(), ...Array.from({ length: letters }, () => (act(() => vi.advanceTimersByTime(2_600)), shown()))]
}

test('the animation removes a task, types the next one, fills in its prompt, and starts over after the last', () => {
  const expected = 'ab 3, a 3,  3, c 0, cd 0, cde 0, cde 1, cd 1, c 1,  1, a 0, ab 0, ab 1'
  expect(follow(12).join(', ')).toBe(expected)
})

test.each([
  ['who prefers reduced motion', true, false],
  ['who has stopped it', false, true],
])('the animation does not move for a visitor %s', (_who, isReduced, isPaused) => {
  expect(new Set(follow(5, isReduced, isPaused))).toEqual(new Set(['ab 3']))
  expect(vi.getTimerCount()).toBe(0)
})
