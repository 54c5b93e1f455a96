import { describe, expect, test } from 'vitest'
import { FairQueue } from '../../../server/users/fair-queue.ts'

/** Work that ends on request. */
function createQueue() {
  const queue = new FairQueue(2)
  const done: string[] = []
  let [now, most] = [0, 0]
  const ask = (address: string, name = address, isAborted = () => false) =>
    queue.run({ address, isAborted }, async () => {
      most = Math.max(most, ++now)
      await new Promise((resolve) => void setTimeout(resolve, 1))
      now--
      done.push(name)
    })
  const many = (count: number, addressOf: (at: number) => string) =>
    Promise.allSettled(Array.from({ length: count }, (_, at) => ask(addressOf(at))))
  return { ask, many, done, most: () => most }
}
type Outcomes = PromiseSettledResult<void>[]
const refused = (answers: Outcomes) => answers.filter(({ status }) => status === 'rejected')

describe('a queue of CPU-bound work', () => {
  test.each([
    ['a hundred people', (at: number) => `203.0.113.${at}`],
    ['one office', () => '203.0.113.9'],
  ])('runs the tasks of %s, at most two at a time', async (_who, addressOf) => {
    const { many, most } = createQueue()
    expect(refused(await many(100, addressOf))).toEqual([])
    expect(most()).toBeLessThanOrEqual(2)
  })

  test('refuses a task with 503 if too many tasks wait', async () => {
    const { many } = createQueue()
    const answers = await many(300, (at) => `203.0.113.${at}`)
    expect(refused(answers).length).toBeGreaterThanOrEqual(98)
    expect(refused(answers).length).toBeLessThanOrEqual(100)
    expect(refused(answers)[0]).toMatchObject({ reason: { status: 503, messageKey: 'problem.busy' } })
    expect(refused(await many(3, () => '203.0.113.9'))).toEqual([])
  })

  test('refuses the last task of the busiest address if the queue is full', async () => {
    const { many, ask, done } = createQueue()
    const flood = many(250, () => '2001:db8:1:2::1')
    const [others] = await Promise.all([many(20, (at) => `203.0.113.${at}`), ask('198.51.100.1')])
    expect(refused(others)).toEqual([])
    expect(refused(await flood).length).toBeGreaterThanOrEqual(68)
    // They were served before most of those that had waited longer.
    expect(done.lastIndexOf('198.51.100.1')).toBeLessThan(60)
  })

  test('takes turns by address, and counts an IPv6 /64 as one address', async () => {
    const { ask, done } = createQueue()
    const first = [1, 2, 3, 4, 5].map((at) => ask(`2001:db8:1:2::${at}`, 'many'))
    await Promise.all([...first, ask('203.0.113.1', 'one')])
    expect(done.indexOf('one')).toBeLessThanOrEqual(3)
  })

  test.each([
    ['IPv6 /48', (at: number) => `2001:db8:1:${at.toString(16)}::1`],
    ['IPv4 /24', (at: number) => `192.0.2.${at}`],
  ])(
    'takes turns by network first, so that the addresses of an %s do not delay other networks',
    async (_network, addressOf) => {
      const { many, done } = createQueue()
      const flood = many(250, addressOf)
      const others = await many(20, (at) => `203.${at}.113.1`)
      expect(refused(others)).toEqual([])
      expect(refused(await flood).length).toBeGreaterThanOrEqual(68)
      expect(done.findLastIndex((name) => name.startsWith('203.'))).toBeLessThan(60)
    },
  )

  test('skips the tasks of clients that have disconnected', async () => {
    const { ask, many, done } = createQueue()
    let isAborted = false
    const gone = Promise.allSettled(Array.from({ length: 190 }, () => ask('203.0.113.1', 'gone', () => isAborted)))
    isAborted = true
    const others = await many(100, (at) => `198.51.100.${at}`)
    expect(refused(others)).toEqual([])
    expect(refused(await gone).length).toBeGreaterThanOrEqual(187)
    expect(done.filter((name) => name === 'gone').length).toBeLessThanOrEqual(3)
  })
})
