/** Limits running tasks. A task leaves its slot after `turnMs` at the latest, so that slow reads block no others. */
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
