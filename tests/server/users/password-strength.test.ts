import type * as processes from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { afterEach, expect, test, vi } from 'vitest'
import { estimateStrength } from '../../../server/users/password-strength.ts'

const children = vi.hoisted((): ChildProcess[] => [])
vi.mock('node:child_process', async (original) => {
  const actual = await original<typeof processes>()
  const fork = (module: string) => {
    const child = actual.fork(module)
    children.push(child)
    return child
  }
  return { ...actual, fork }
})
afterEach(() => vi.useRealTimers())

const estimate = () => estimateStrength('correct horse battery staple', [])
function lastEstimator(): ChildProcess {
  const child = children.at(-1)
  if (!child) throw new Error('No estimator was started.')
  return child
}
const hasEnded = ({ signalCode, exitCode }: ChildProcess) => signalCode !== null || exitCode !== null

test('a killed password estimator is replaced, and no request fails', async () => {
  await estimate()
  const killed = lastEstimator()
  killed.kill('SIGKILL')
  expect(await estimate()).toMatchObject({ score: 4 })
  expect(lastEstimator()).not.toBe(killed)
})

test('a hanging password estimator is killed and replaced, and no request fails', async () => {
  await estimate()
  const hanging = lastEstimator()
  hanging.kill('SIGSTOP')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const estimates = [estimate(), estimate()]
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await Promise.all(estimates)).toMatchObject([{ score: 4 }, { score: 4 }])
  expect(hasEnded(hanging)).toBe(true)
  expect(await estimate()).toMatchObject({ score: 4 })
})

test('a password estimator that dies on its first request is replaced at the next request', async () => {
  lastEstimator().kill('SIGKILL')
  await expect.poll(() => hasEnded(lastEstimator())).toBe(true)
  const estimating = estimate()
  lastEstimator().kill('SIGKILL')
  await expect(estimating).rejects.toMatchObject({ status: 503 })
  expect(await estimate()).toMatchObject({ score: 4 })
})
