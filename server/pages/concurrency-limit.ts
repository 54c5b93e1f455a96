/**
 * Work beyond `most` at a time waits its turn, in order. A work gives its place away after `turnMs` though it goes on, so
 * that what waits for a slow database holds up nothing else.
 */
export class ConcurrencyLimit {
  #free: number
  #waiting: (() => void)[] = []
  #turnMs: number

  constructor({ most, turnMs }: { most: number; turnMs: number }) {
    this.#free = most
    this.#turnMs = turnMs
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => void this.#waiting.push(resolve))
    let hasPlace = true
    const leave = () => {
      if (!hasPlace) return
      hasPlace = false
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
    const turn = setTimeout(leave, this.#turnMs)
    return work().finally(() => {
      clearTimeout(turn)
      leave()
    })
  }
}
