type Limits = {
  /** Maximum number of tasks, running and waiting. */
  most: number
  /** Maximum number of running tasks. */
  running?: number
  /** Time after which a task leaves its slot, so that slow reads block no others. */
  turnMs?: number
}

/** Shares a task among callers with an equal key. Limits the number of tasks and how many run at once. */
export class SingleFlight<Result> {
  #flights = new Map<string, Promise<Result>>()
  #waiting: (() => void)[] = []
  #most: number
  #free: number
  #turnMs: number

  constructor({ most, running = most, turnMs = 0 }: Limits) {
    this.#most = most
    this.#free = running
    this.#turnMs = turnMs
  }

  get isFull(): boolean {
    return this.#flights.size >= this.#most
  }

  find(key: string): Promise<Result> | undefined {
    return this.#flights.get(key)
  }

  begin(key: string, task: () => Promise<Result>): Promise<Result> {
    const flight = this.#run(task).finally(() => this.#flights.delete(key))
    this.#flights.set(key, flight)
    return flight
  }

  async #run(task: () => Promise<Result>): Promise<Result> {
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
    const turn = this.#turnMs > 0 ? setTimeout(release, this.#turnMs) : undefined
    return task().finally(() => {
      clearTimeout(turn)
      release()
    })
  }
}
