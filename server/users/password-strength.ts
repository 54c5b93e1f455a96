import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import type { translations } from '@zxcvbn-ts/language-en'
import { HttpProblem } from '../problem.ts'

type Hints = typeof translations
export type Strength = {
  score: number
  warning: Exclude<keyof Hints['warnings'], 'pwned'> | null
  suggestions: Exclude<keyof Hints['suggestions'], 'pwned'>[]
}
export type StrengthRequest = { id: number; password: string; userInputs: string[] }
export type StrengthMessage = 'ready' | (Strength & { id: number })

const idleMs = 60_000
const [startTimeoutMs, timeoutMs] = [60_000, 20_000]

type Pending = { resolve: (strength: Strength) => void; reject: (reason: Error) => void }
type Estimator = {
  child: ChildProcess
  isReady: Promise<void>
  pending: Map<number, Pending>
  idle: NodeJS.Timeout
  end: () => void
}
let estimator: Estimator | undefined
let lastId = 0

/** Starts the estimator in a process of its own: it uses 150 MB, and a hostile password blocks no request. */
function startEstimator(): Estimator {
  const child = fork(new URL('password-strength.process.ts', import.meta.url))
  const ready = Promise.withResolvers<void>()
  const pending: Estimator['pending'] = new Map()
  const end = () => {
    if (estimator === started) estimator = undefined
    // SIGKILL also ends a process that is stopped by SIGSTOP.
    child.kill('SIGKILL')
    ready.resolve()
    for (const { reject } of pending.values()) reject(new HttpProblem(503, 'problem.busy'))
    pending.clear()
  }
  const started: Estimator = { child, isReady: ready.promise, pending, idle: setTimeout(end, idleMs).unref(), end }
  child.on('message', (message: StrengthMessage) => {
    if (message === 'ready') return ready.resolve()
    const { id, ...strength } = message
    pending.get(id)?.resolve(strength)
    pending.delete(id)
  })
  child.on('error', end)
  child.on('exit', end)
  child.unref()
  child.channel?.unref()
  return started
}

async function requestEstimate({ child, isReady, pending, end }: Estimator, password: string, userInputs: string[]) {
  const id = ++lastId
  let timeout = setTimeout(end, startTimeoutMs)
  const answer = new Promise<Strength>((resolve, reject) => {
    pending.set(id, { resolve, reject })
    child.send({ id, password, userInputs } satisfies StrengthRequest)
  })
  const limit = async () => {
    await isReady
    clearTimeout(timeout)
    if (pending.has(id)) timeout = setTimeout(end, timeoutMs)
  }
  try {
    void limit()
    return await answer
  } finally {
    clearTimeout(timeout)
  }
}

export async function estimateStrength(password: string, userInputs: string[]): Promise<Strength> {
  const running = estimator
  const current = (estimator ??= startEstimator())
  current.idle.refresh()
  return requestEstimate(current, password, userInputs).catch((error: unknown) => {
    if (!running) throw error
    return requestEstimate((estimator ??= startEstimator()), password, userInputs)
  })
}
