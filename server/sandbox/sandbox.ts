import type { Agenda } from './due.ts'
import type { Secrets } from './secrets.ts'
import type { Store } from './store.ts'

export type SandboxOptions = {
  /** State is kept in its folder `sandbox`. */
  dataDir: string
  /** How long another process that has the folder is waited for. */
  lockTimeoutMs?: number | undefined
  /** Where the product takes webhooks; none: events are only listed. */
  webhookUrl?: string | undefined
  /** Without it, one is made and kept in dataDir. */
  webhookSecret?: string | undefined
  /** What the product must send as its key; without it, one is made and kept in dataDir. */
  apiKey?: string | undefined
  /** Where browsers reach it, without a trailing slash; without it, where it listens. */
  publicUrl?: string | undefined
  /** Real milliseconds; tests stop it. */
  now?: (() => number) | undefined
  /** Real milliseconds before each repetition of a webhook that was not taken. */
  retryDelays?: number[] | undefined
}

/** How many calls came since the last reset: Stripe has a budget of reads. */
export function createCallCounts() {
  const counts = { reads: 0, writes: 0 }
  return {
    count: (method: string) => void (method === 'GET' ? counts.reads++ : counts.writes++),
    read: () => ({ ...counts }),
    reset: () => ({ ...Object.assign(counts, { reads: 0, writes: 0 }) }),
  }
}

type RequestInfo = { id: string | null; idempotency_key: string | null }

export type Sandbox = {
  store: Store
  clock: Clock
  agenda: Agenda
  secrets: Secrets
  options: SandboxOptions
  /** Without a trailing slash. */
  publicUrl: () => string
  /** The request that is being answered: its events name it. */
  request: RequestInfo
  calls: ReturnType<typeof createCallCounts>
}

let running: Sandbox | undefined

/** The sandbox whose call is running. A call waits for nothing, so that there is one at a time. */
export function current(): Sandbox {
  if (!running) throw new Error('This needs a call that runs.')
  return running
}

/** Runs a call: its changes are on the disk when this returns, and none of them is made where it throws. */
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

/** The objects of the sandbox whose call is running. */
export const store: Pick<Store, 'find' | 'all' | 'by' | 'save' | 'remove'> = {
  find: (name, id) => current().store.find(name, id),
  all: (name) => current().store.all(name),
  by: (name, field, value) => current().store.by(name, field, value),
  save: (record) => current().store.save(record),
  remove: (record) => current().store.remove(record),
}

export const clock = { now: () => current().clock.now() }

export type Clock = ReturnType<typeof createClock>

/** Sandbox time: real time moved forward. While it is being advanced it stands at each thing that happens on the way. */
export function createClock(state: Store, realNow: () => number) {
  let standing: number | undefined
  const realSeconds = () => Math.floor(realNow() / 1000)
  const offset = () => state.find('sandbox.clock', 'clock')?.offset ?? 0

  return {
    now: () => standing ?? realSeconds() + offset(),
    realSeconds,
    /** Never goes back. */
    stand(time: number) {
      standing = Math.max(time, standing ?? realSeconds() + offset())
      state.save({ id: 'clock', object: 'sandbox.clock', offset: standing - realSeconds() })
    },
    /** Lets what was missed while nothing ran happen at its own time. */
    standBefore(time: number) {
      standing = time
    },
    run() {
      standing = undefined
    },
  }
}
