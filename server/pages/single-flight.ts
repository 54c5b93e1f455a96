/** Shares a running task among callers with an equal key. Limits the number of tasks. */
export class SingleFlight<Result> {
  #flights = new Map<string, Promise<Result>>()
  #most: number

  constructor(most: number) {
    this.#most = most
  }

  get isFull(): boolean {
    return this.#flights.size >= this.#most
  }

  find(key: string): Promise<Result> | undefined {
    return this.#flights.get(key)
  }

  begin(key: string, task: () => Promise<Result>): Promise<Result> {
    const flight = task().finally(() => this.#flights.delete(key))
    this.#flights.set(key, flight)
    return flight
  }
}
