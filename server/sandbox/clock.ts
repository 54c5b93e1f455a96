import type { Store } from './store.ts'

export type Clock = ReturnType<typeof createClock>

/** Sandbox time: real time moved forward. While it is being advanced it stands at each thing that happens on the way. */
export function createClock(store: Store, realNow: () => number) {
  let standing: number | undefined
  const realSeconds = () => Math.floor(realNow() / 1000)
  const offset = () => store.find('sandbox.clock', 'clock')?.offset ?? 0

  return {
    now: () => standing ?? realSeconds() + offset(),
    realSeconds,
    /** Never goes back. */
    stand(time: number) {
      standing = Math.max(time, standing ?? realSeconds() + offset())
      store.save({ id: 'clock', object: 'sandbox.clock', offset: standing - realSeconds() })
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
