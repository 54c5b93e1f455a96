import * as argon2 from '@node-rs/argon2'
import { describe, expect, test, vi } from 'vitest'
import { findByPassword, findWeakness, hashPassword } from '../../server/users/passwords.ts'

vi.mock('@node-rs/argon2', { spy: true })

describe('a password', () => {
  test('is hashed by argon2id with its own salt, and known again', async () => {
    const [one, other] = [await hashPassword('a long enough secret'), await hashPassword('a long enough secret')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(other)
    const owner = { password_hash: one }
    expect(await findByPassword(async () => owner, 'a long enough secret')).toBe(owner)
    expect(await findByPassword(async () => owner, 'A long enough secret')).toBe(null)
  })

  test.each([
    ['nobody', null],
    ['somebody without one', { password_hash: null }],
  ])('of %s costs as much to refuse: a hash of the same cost is looked at', async (_who, owner) => {
    vi.mocked(argon2.verify).mockClear()
    expect(await findByPassword(async () => owner, 'whatever')).toBe(null)
    expect(argon2.verify).toHaveBeenCalledTimes(1)
    expect(vi.mocked(argon2.verify).mock.calls[0]?.[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('waits its turn: few are hashed at a time, some wait, more are told to come back', async () => {
    let [now, most] = [0, 0]
    vi.mocked(argon2.hash).mockImplementation(async () => {
      most = Math.max(most, ++now)
      await new Promise((resolve) => void setTimeout(resolve, 1))
      now--
      return 'hashed'
    })
    const answers = await Promise.allSettled(Array.from({ length: 100 }, () => hashPassword('a long enough secret')))
    vi.mocked(argon2.hash).mockRestore()
    const refused = answers.filter((answer) => answer.status === 'rejected')
    expect(most).toBeLessThanOrEqual(2)
    expect(refused).toHaveLength(50 - most)
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 503, word: 'problem.busy' })
    expect(await hashPassword('a long enough secret')).toMatch(/^\$argon2id/)
  })

  test('is not looked at for whoever has gone, who makes room for others', async () => {
    let looked = 0
    const find = async () => {
      looked++
      return null
    }
    const ask = (isGone: () => boolean) => findByPassword(find, 'whatever', isGone)
    const first = hashPassword('a long enough secret')
    const second = hashPassword('a long enough secret')
    let isGone = false
    const gone = Promise.allSettled(Array.from({ length: 48 }, () => ask(() => isGone)))
    isGone = true
    const [came] = await Promise.allSettled([ask(() => false), gone, first, second])
    expect(came).toEqual({ status: 'fulfilled', value: null })
    expect(looked).toBe(1)
    for (const answer of await gone) expect(answer).toMatchObject({ status: 'rejected', reason: { status: 503 } })
  })

  test.each([
    ['password123', 'users.problem.common_password'],
    ['PassWord123', 'users.problem.common_password'],
    ['Rea.Der@Example.test', 'users.problem.password_is_email'],
    ['correct horse battery staple', null],
  ])('%s is weak for this reason: %s', async (password, reason) => {
    expect(await findWeakness(password, 'rea.der@example.test')).toBe(reason)
  })
})
