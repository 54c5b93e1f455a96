import { afterEach, describe, expect, test, vi } from 'vitest'
import { SingleFlight } from '../../../server/pages/single-flight.ts'

afterEach(() => void vi.useRealTimers())

function begin(flights: SingleFlight<number>, count: number) {
  const begun: number[] = []
  const tasks = Array.from({ length: count }, () => Promise.withResolvers<number>())
  const results = tasks.map(({ promise }, number) =>
    flights.begin(String(number), () => {
      begun.push(number)
      return promise
    }),
  )
  return { begun, works: tasks, results }
}
const flush = () => vi.advanceTimersByTimeAsync(0)

describe('a task beyond the concurrency limit', () => {
  test('waits for its turn, in order, and returns its own result', async () => {
    vi.useFakeTimers()
    const { begun, works: tasks, results } = begin(new SingleFlight({ most: 4, running: 2, turnMs: 50 }), 4)
    await flush()
    expect(begun).toEqual([0, 1])
    tasks[1]?.resolve(10)
    await flush()
    expect(begun).toEqual([0, 1, 2])
    for (const task of tasks) task.resolve(20)
    expect(await Promise.all(results)).toEqual([20, 10, 20, 20])
    expect(begun).toEqual([0, 1, 2, 3])
  })

  test('starts although the task before it failed', async () => {
    vi.useFakeTimers()
    const { begun, works: tasks, results } = begin(new SingleFlight({ most: 4, running: 1, turnMs: 50 }), 2)
    tasks[0]?.reject(new Error('no such page'))
    await expect(results[0]).rejects.toThrow('no such page')
    await flush()
    expect(begun).toEqual([0, 1])
  })

  test('starts once a running task exceeds turnMs, and that task does not free its slot again', async () => {
    vi.useFakeTimers()
    const { begun, works: tasks } = begin(new SingleFlight({ most: 4, running: 1, turnMs: 50 }), 4)
    await vi.advanceTimersByTimeAsync(50)
    expect(begun).toEqual([0, 1])
    tasks[0]?.resolve(0)
    await flush()
    expect(begun).toEqual([0, 1])
    tasks[1]?.resolve(1)
    await flush()
    expect(begun).toEqual([0, 1, 2])
  })
})
