import { addressGroupOf, networkOf } from '../limits/networks.ts'
import { HttpProblem } from '../problem.ts'

/** Sender of a request. Queue turns alternate between networks, then between addresses of a network. */
export type Requester = { address: string; isAborted: () => boolean }
export const serverRequester: Requester = { address: 'the server itself', isAborted: () => false }

/** Maximum number of waiting tasks. With 50 ms of work and 50 ms of pause each, the last waits 20 s. */
const maxWaiting = 200

type Waiter = { start: () => void; reject: (reason: HttpProblem) => void; isAborted: () => boolean }
type QueuesByAddress = Map<string, Waiter[]>
const busy = () => new HttpProblem(503, 'problem.busy')

const sizeOf = (queues: QueuesByAddress) => [...queues.values()].reduce((sum, queue) => sum + queue.length, 0)
const lastLargest = <Group>(groups: Iterable<Group>, size: (group: Group) => number) =>
  [...groups].reduce<Group | undefined>((one, other) => (one && size(one) > size(other) ? one : other), undefined)

export class FairQueue {
  readonly #networks = new Map<string, QueuesByAddress>()
  readonly #maxRunning: number
  #running = 0
  #waiting = 0

  constructor(maxRunning: number) {
    this.#maxRunning = maxRunning
  }

  async run<Result>(requester: Requester, task: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#maxRunning) await this.#wait(requester)
    else this.#running++
    const startedAt = performance.now()
    try {
      return await task()
    } finally {
      // Under load, pauses for as long as the task took, so that other requests get the processor.
      const next = this.#takeNext()
      if (next) setTimeout(next.start, performance.now() - startedAt)
      else this.#running--
    }
  }

  #wait({ address: ip, isAborted }: Requester): Promise<void> {
    const address = addressGroupOf(ip)
    if (this.#waiting >= maxWaiting) this.#evictFor(address, networkOf(ip))
    this.#waiting++
    return new Promise((start, reject) => {
      const network = networkOf(ip)
      const queues: QueuesByAddress = this.#networks.get(network) ?? new Map()
      this.#networks.set(network, queues)
      queues.set(address, [...(queues.get(address) ?? []), { start, reject, isAborted }])
    })
  }

  /** Drops the last waiting task of the largest network or address. Throws 503 if that is the new task's own. */
  #evictFor(address: string, network: string) {
    this.#dropAborted()
    if (this.#waiting < maxWaiting) return
    const sameNetwork: QueuesByAddress = this.#networks.get(network) ?? new Map()
    const largest = lastLargest(this.#networks.values(), sizeOf) ?? sameNetwork
    const largestNetwork = sizeOf(largest) > sizeOf(sameNetwork) + 1 ? largest : sameNetwork
    const longest = lastLargest(largestNetwork.values(), ({ length }) => length) ?? []
    if (largestNetwork === sameNetwork && longest.length <= (sameNetwork.get(address)?.length ?? 0) + 1) throw busy()
    const last = longest.at(-1)
    this.#filterWaiters((waiter) => waiter !== last)
  }

  #takeNext(): Waiter | undefined {
    this.#dropAborted()
    for (const [network, queues] of this.#networks)
      for (const [address, [first, ...rest]] of queues) {
        queues.delete(address)
        if (rest.length > 0) queues.set(address, rest)
        this.#networks.delete(network)
        if (queues.size > 0) this.#networks.set(network, queues)
        this.#waiting--
        return first
      }
  }

  #dropAborted = () => this.#filterWaiters(({ isAborted }) => !isAborted())

  #filterWaiters(predicate: (waiter: Waiter) => boolean) {
    for (const [network, queues] of this.#networks) {
      for (const [address, queue] of queues) {
        const { remaining = [], dropped = [] } = Object.groupBy(queue, (waiter) =>
          predicate(waiter) ? 'remaining' : 'dropped',
        )
        this.#waiting -= dropped.length
        if (remaining.length > 0) queues.set(address, remaining)
        else queues.delete(address)
        for (const { reject } of dropped) reject(busy())
      }
      if (queues.size === 0) this.#networks.delete(network)
    }
  }
}
