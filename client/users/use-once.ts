import { useEffect, useState } from 'react'

type Outcome<Result> = { state: 'busy' } | { state: 'done'; result: Result } | { state: 'failed'; error: unknown }
const begun = new Map<string, Promise<unknown>>()

/** Does something once for a key as a page opens, however often it is drawn. */
export function useOnce<Result>(key: string, work: () => Promise<Result>): Outcome<Result> {
  const [outcome, setOutcome] = useState<Outcome<Result>>({ state: 'busy' })
  useEffect(() => {
    let isHere = true
    const promise = (begun.get(key) as Promise<Result> | undefined) ?? work()
    begun.set(key, promise)
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
