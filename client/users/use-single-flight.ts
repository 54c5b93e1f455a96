import { useEffect, useState } from 'react'

type Outcome<Result> = { state: 'busy' } | { state: 'done'; result: Result } | { state: 'failed'; error: unknown }
const pending = new Map<string, Promise<unknown>>()

/** Calls `run` once for each key, however often the component renders. */
export function useSingleFlight<Result>(key: string, run: () => Promise<Result>): Outcome<Result> {
  const [outcome, setOutcome] = useState<Outcome<Result>>({ state: 'busy' })
  useEffect(() => {
    let isHere = true
    const promise = (pending.get(key) as Promise<Result> | undefined) ?? run()
    pending.set(key, promise)
    promise.then(
      (result) => isHere && setOutcome({ state: 'done', result }),
      (error: unknown) => isHere && setOutcome({ state: 'failed', error }),
    )
    return () => {
      isHere = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key says what is done
  }, [key])
  return outcome
}
