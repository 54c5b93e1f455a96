import { describe, expect, test } from 'vitest'
import { createMailSlots } from '../../../server/mail/mail-slots.ts'

/** Tasks that run until `ends` finishes them; `begun` has their names in order. */
function createTasks(options: Parameters<typeof createMailSlots>[0]) {
  const inSlot = createMailSlots(options)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const add = (name: string, isBulk = false) =>
    inSlot(() => {
      begun.push(name)
      return new Promise<void>((resolve) => void ends.set(name, resolve))
    }, isBulk)
  return { add, begun, ends }
}
const pending = () => new Promise((resolve) => void setImmediate(resolve))

describe('mail slots', () => {
  test('run as many tasks as atOnce allows', async () => {
    const { add, begun, ends } = createTasks({ atOnce: 2, perSecond: 0 })
    for (const name of ['a', 'b', 'c']) void add(name)
    await pending()
    expect(begun).toEqual(['a', 'b'])
    ends.get('a')?.()
    await pending()
    expect(begun).toEqual(['a', 'b', 'c'])
  })

  test('leave one slot free of bulk mails, for other mails', async () => {
    const { add, begun } = createTasks({ atOnce: 3, perSecond: 0 })
    for (const name of ['a', 'b', 'c', 'd']) void add(name, true)
    await pending()
    expect(begun).toEqual(['a', 'b'])
    void add('reset')
    await pending()
    expect(begun).toEqual(['a', 'b', 'reset'])
  })

  test('accept bulk mails if there is only one slot', async () => {
    const { add, begun } = createTasks({ atOnce: 1, perSecond: 0 })
    void add('a', true)
    await pending()
    expect(begun).toEqual(['a'])
  })

  test('run other mails before bulk mails that wait for the rate limit', async () => {
    const { add, begun, ends } = createTasks({ atOnce: 8, perSecond: 20 })
    for (const name of ['a', 'b', 'c']) void add(name, true)
    const reset = add('reset')
    while (begun.length < 2) await pending()
    expect(begun).toEqual(['a', 'reset'])
    ends.get('reset')?.()
    await reset
  })

  test('are free again after a failed task', async () => {
    const inSlot = createMailSlots({ atOnce: 1, perSecond: 0 })
    await expect(inSlot(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    expect(await inSlot(async () => 'sent')).toBe('sent')
  })
})
