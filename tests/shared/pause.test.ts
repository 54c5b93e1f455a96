import { expect, test } from 'vitest'
import { secondsLeft } from '#shared/rate-limit.ts'

const startedAt = Date.parse('2026-11-21T10:00:00Z')

test.each<[string, string | null, string | null, number, number]>([
  ['counts the seconds down', '30', null, 1_000, 29],
  ['rounds up what is left of a second', '30', null, 1_001, 29],
  ['ends at zero', '30', null, 31_000, 0],
  ['goes by the moment before the seconds', '30', '2026-11-21T10:01:00Z', 0, 60],
  ['goes by the seconds where the moment cannot be read', '30', 'soon', 0, 30],
  ['is over when nothing can be read', 'x', null, 0, 0],
  ['is over when nothing was said', null, null, 0, 0],
  ['is over when the moment has passed', null, '2026-11-21T09:00:00Z', 0, 0],
])('a pause %s', (_what, wait, until, passed, left) => {
  expect(secondsLeft({ wait, until, startedAt, now: startedAt + passed })).toBe(left)
})
