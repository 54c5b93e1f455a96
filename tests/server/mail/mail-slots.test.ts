import { describe, expect, test } from 'vitest'
import { createMailSlots } from '../../../server/mail/mail-slots.ts'

/** Tasks that run until they are ended; what has begun, in order. */
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

describe('slots of mails', () => {
  test('are as many as are set', async () => {
    const { add, begun, ends } = createTasks({ atOnce: 2, perSecond: 0 })
    for (const name of ['a', 'b', 'c']) void add(name)
    await pending()
    expect(begun).toEqual(['a', 'b'])
    ends.get('a')?.()
    await pending()
    expect(begun).toEqual(['a', 'b', 'c'])
  })

  test('are never all taken by bulk, so that another mail goes at once while bulk hangs', async () => {
    const { add, begun } = createTasks({ atOnce: 3, perSecond: 0 })
    for (const name of ['a', 'b', 'c', 'd']) void add(name, true)
    await pending()
    expect(begun).toEqual(['a', 'b'])
    void add('reset')
    await pending()
    expect(begun).toEqual(['a', 'b', 'reset'])
  })

  test('take bulk where there is only one', async () => {
    const { add, begun } = createTasks({ atOnce: 1, perSecond: 0 })
    void add('a', true)
    await pending()
    expect(begun).toEqual(['a'])
  })

  test('are given to others before bulk that waits for its turn of the rate', async () => {
    const { add, begun, ends } = createTasks({ atOnce: 8, perSecond: 20 })
    for (const name of ['a', 'b', 'c']) void add(name, true)
    const reset = add('reset')
    while (begun.length < 2) await pending()
    expect(begun).toEqual(['a', 'reset'])
    ends.get('reset')?.()
    await reset
  })

  test('are free again after a task that failed', async () => {
    const inSlot = createMailSlots({ atOnce: 1, perSecond: 0 })
    await expect(inSlot(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    expect(await inSlot(async () => 'sent')).toBe('sent')
  })
})
