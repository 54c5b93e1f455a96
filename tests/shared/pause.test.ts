import { expect, test } from 'vitest'
import { maxWaitSeconds, secondsUntil, waitSeconds } from '#shared/rate-limit.ts'

test.each<[string, string | null, number]>([
  ['accepts whole seconds', '30', 30],
  ['rounds up what is left of a second', '28.999', 29],
  ['has an upper bound', '1e300', maxWaitSeconds],
  ['is over when it cannot be read', 'x', 0],
  ['is over when it is negative', '-3', 0],
  ['is over when it is missing', null, 0],
])('a wait given in seconds %s', (_what, wait, left) => {
  expect(waitSeconds(wait)).toBe(left)
})

test.each([
  ['is counted in seconds', '2026-11-21T10:01:00Z', 60],
  ['has an upper bound', '2999-01-01T00:00:00Z', maxWaitSeconds],
  ['is over when it cannot be read', 'soon', 0],
  ['is over when it has passed', '2026-11-21T09:00:00Z', 0],
])('a wait given as an end time %s', (_what, until, left) => {
  expect(secondsUntil(until, Date.parse('2026-11-21T10:00:00Z'))).toBe(left)
})
