import type { Secrets } from './secrets.ts'
import type { Store } from './store.ts'

export type SandboxOptions = {
  /** Folder in which the folder `sandbox` stores the state. */
  dataDir: string
  /** Time in ms to wait for another process that uses the folder. */
  lockTimeoutMs?: number | undefined
  /** URL that receives webhooks. Without it, events are listed but not sent. */
  webhookUrl?: string | undefined
  /** Secret of webhooks. By default created and stored in `dataDir`, like `apiKey`. */
  webhookSecret?: string | undefined
  apiKey?: string | undefined
  /** URL for browsers, without a trailing slash. Default: the address of the sandbox. */
  publicUrl?: string | undefined
  /** Returns the real time in ms. Tests replace it. */
  now?: (() => number) | undefined
  /** Real time in ms before each retry of a failed webhook. */
  retryDelays?: number[] | undefined
}

export type Sandbox = {
  store: Store
  clock: ReturnType<typeof createClock>
  secrets: Secrets
  options: SandboxOptions
  publicUrl: () => string
  /** Request that is being handled. Its events contain it. */
  request: { id: string | null; idempotency_key: string | null }
  /** Calls of the API since the last reset, because Stripe limits reads. */
  calls: { reads: number; writes: number }
}

let running: Sandbox | undefined

/** Returns the sandbox of the running call. Calls are synchronous, so only one runs at a time. */
export function currentSandbox(): Sandbox {
  if (!running) throw new Error('This function must be called within a running call.')
  return running
}

/** Runs a call as a transaction. Its changes are on the disk when this returns, or are undone if it throws. */
export function transaction<Result>(sandbox: Sandbox, call: () => Result): Result {
  const outer = running
  running = sandbox
  try {
    const result = call()
    sandbox.store.commit()
    return result
  } catch (error) {
    sandbox.store.rollBack()
    throw error
  } finally {
    running = outer
  }
}

/** Stored objects of the sandbox whose call is running. */
export const store: Pick<Store, 'find' | 'all' | 'by' | 'save' | 'remove'> = {
  find: (name, id) => currentSandbox().store.find(name, id),
  all: (name) => currentSandbox().store.all(name),
  by: (name, field, value) => currentSandbox().store.by(name, field, value),
  save: (record) => currentSandbox().store.save(record),
  remove: (record) => currentSandbox().store.remove(record),
}

export const clock = { now: () => currentSandbox().clock.now() }

/** Clock of sandbox time: real time plus an offset. While it advances, it stops at each due action. */
export function createClock(state: Store, realNow: () => number) {
  let standing: number | undefined
  const realSeconds = () => Math.floor(realNow() / 1000)
  const now = () => standing ?? realSeconds() + (state.find('sandbox.clock', 'clock')?.offset ?? 0)

  return {
    now,
    realSeconds,
    stand(time: number) {
      standing = Math.max(time, now())
      state.save({ id: 'clock', object: 'sandbox.clock', offset: standing - realSeconds() })
    },
    /** Sets the clock back to the time of actions that were missed while no process ran. */
    standBefore: (time: number) => void (standing = time),
    run: () => void (standing = undefined),
  }
}
