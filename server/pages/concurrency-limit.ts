/**
 * Tasks beyond `most` at a time wait their turn, in order. A task gives its slot away after `turnMs` though it goes on, so
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

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => void this.#waiting.push(resolve))
    let holdsSlot = true
    const release = () => {
      if (!holdsSlot) return
      holdsSlot = false
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
    const turn = setTimeout(release, this.#turnMs)
    return task().finally(() => {
      clearTimeout(turn)
      release()
    })
  }
}
