import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { limits } from '../../../server/limits/limits.ts'
import { LoginThrottle } from '../../../server/limits/login-throttle.ts'
import { createMemoryLimiter, RateLimiter } from '../../../server/limits/rate-limiter.ts'
import type { RateLimitedProblem } from '../../../server/problem.ts'
import { addressGroupOf, networkOf } from '../../../server/limits/networks.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['0:0:0:0:0:FFFF:203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:50123', '203.0.113.7'],
  ['::ffff:c633:6410', '198.51.100.16'],
  ['::FFFF:C633:6410', '198.51.100.16'],
  ['0000:0000:0000:0000:0000:ffff:c633:6410', '198.51.100.16'],
  ['[::ffff:198.51.100.16]:443', '198.51.100.16'],
  ['::ffff:198.51.100.16:443', '198.51.100.16'],
  ['::ffff:198.51.100.16%eth0', '198.51.100.16'],
  ['64:ff9b::c633:6510', '198.51.101.16'],
  ['64:ff9b::198.51.101.16', '198.51.101.16'],
  ['0064:FF9B:0:0:0:0:C633:6510', '198.51.101.16'],
  ['2002:c633:6410:1::1', '198.51.100.16'],
  ['64:ff9b:1::c633:6510', '64:ff9b:1:0::/64'],
  ['::c633:6410', '0:0:0:0::/64'],
  ['[2001:DB8:1:2::6]', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::6]:443', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:0:0:198.51.100.16', '2001:db8:1:2::/64'],
  ['1::', '1:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['203.0.113.7.example', '203.0.113.7.example'],
  ['1:2:3', '1:2:3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1:2:3:4%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('rate limits count the address %j as %j', (address, group) => {
  expect(addressGroupOf(address)).toBe(group)
})

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:0DB8::6', '2001:db8:0::/48'],
  ['2001:db8::1%eth0', '2001:db8:0::/48'],
  ['[2001:db8::1]:443', '2001:db8:0::/48'],
  ['::ffff:c633:6410', '198.51.100.0/24'],
  ['64:ff9b::c633:6510', '198.51.101.0/24'],
  ['2002:c633:6410::1', '198.51.100.0/24'],
  ['203.0.113.7:50123', '203.0.113.0/24'],
  ['unknown', 'unknown'],
])('rate limits count the address %j in the network %j', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

/** Seconds that each guess has to wait. */
async function guess(tries: [address: string, email: string][]) {
  const throttle = new LoginThrottle(new RateLimiter(createMemoryLimiter), createMemoryLimiter)
  const waits: unknown[] = []
  for (const [address, email] of tries)
    waits.push(
      await throttle.begin({ address, email }).then(
        () => 0,
        ({ extensions: facts }: RateLimitedProblem) => facts.wait_seconds,
      ),
    )
  return waits
}
const many = <Item>(count: number, make: (at: number) => Item) => Array.from({ length: count }, (_, at) => make(at))
const free = (count: number) => many(count, () => 0)

describe('guesses of a password', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('are paused after the sixth for one account from one address, not for other accounts', async () => {
    const same = many(7, (): [string, string] => ['198.51.100.1', 'one'])
    const waits = await guess([...same, ['198.51.100.1', 'other'], ['203.0.113.1', 'one']])
    expect(waits).toEqual([...free(6), 1, 0, 0])
  })

  test('are paused after a hundred from one address within 15 minutes, for all accounts', async () => {
    const tries = many(101, (at): [string, string] => ['198.51.100.1', `person ${at}`])
    expect(await guess([...tries, ['203.0.113.1', 'another']])).toEqual([...free(100), 900, 0])
  })

  test('are limited to one from each address for an account with a hundred guesses within an hour', async () => {
    const tries = many(100, (at): [string, string] => [`10.${at}.0.1`, 'one'])
    const late = many(2, (): [string, string] => ['203.0.113.1', 'one'])
    expect(await guess([...tries, ...late])).toEqual([...free(101), 60])
  })

  test('and requests of registrations, resets and mailed links have these limits', () => {
    expect(limits).toMatchObject({
      register: { points: 20, seconds: 3600, by: 'address' },
      login_account: { points: 100, seconds: 3600 },
      reset: { points: 10, seconds: 3600, by: 'address' },
      reset_mail: { points: 4, seconds: 3600 },
      one_time_token: { points: 60, seconds: 900, by: 'address' },
    })
  })
})
