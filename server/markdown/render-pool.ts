import { Worker } from 'node:worker_threads'
import { HttpProblem } from '../problem.ts'
import type { Rendering } from './pipeline.ts'

/** The first says that the worker is ready. `cpuMs`: how much of the processor it has had so far. */
export type WorkerMessage = { html: string | null; cpuMs: number }

type Task = { rendering: Rendering; resolve: (html: string | null) => void; reject: (reason: Error) => void }
type Slot = {
  worker: Worker
  task: Task | null
  isReady: boolean
  cpuMs: number
  timers: NodeJS.Timeout[]
  failure: Error | null
}

/** An ordinary text of 20,000 characters takes 5 ms, and most that are made to take long at most 110. */
const limits = { cpuMs: 250, clockMs: 5_000, idleMs: 60_000, workers: 2, waiting: 500 }
export type RenderLimits = typeof limits
const memory = { maxOldGenerationSizeMb: 128 }

/**
 * Renders in threads that are started with the first text and end when there is none for a while. A text that takes too
 * long is answered null and its thread replaced; the others wait for another one. The time is that of the processor: on
 * a busy machine an ordinary text would be refused by the clock's, which is only the last resort.
 */
export class RenderPool {
  readonly #file: URL
  readonly #limits: RenderLimits
  readonly #waiting: Task[] = []
  readonly #slots = new Set<Slot>()
  readonly #pending = new Set<Promise<unknown>>()

  constructor(file: URL, given: Partial<RenderLimits> = {}) {
    this.#file = file
    this.#limits = { ...limits, ...given }
  }

  /** Throws 503 where too many wait. */
  async render(rendering: Rendering): Promise<string | null> {
    if (this.#waiting.length >= this.#limits.waiting) throw new HttpProblem(503, 'problem.busy')
    const rendered = new Promise<string | null>((resolve, reject) => {
      this.#waiting.push({ rendering, resolve, reject })
    })
    this.#pending.add(rendered)
    this.#next()
    try {
      return await rendered
    } finally {
      this.#pending.delete(rendered)
    }
  }

  get size(): number {
    return this.#slots.size
  }

  /** Whatever was begun is rendered before; a later text begins anew. */
  async close(): Promise<void> {
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending)
    await Promise.all([...this.#slots].map((slot) => this.#end(slot)))
  }

  #next() {
    for (const slot of this.#slots) {
      if (!slot.isReady || slot.task) continue
      const task = this.#takeShortest()
      if (!task) return
      this.#begin(slot, task)
    }
    const starting = [...this.#slots].filter(({ isReady }) => !isReady).length
    if (this.#waiting.length > starting && this.#slots.size < this.#limits.workers) this.#start()
  }

  /** A short text takes little time, whoever sent it, and waits for none that may take long. */
  #takeShortest(): Task | undefined {
    const lengths = this.#waiting.map(({ rendering }) => rendering.text.length)
    const shortest = lengths.reduce((one, other) => Math.min(one, other), Infinity)
    return this.#waiting.splice(lengths.indexOf(shortest), 1)[0]
  }

  #start() {
    const worker = new Worker(this.#file, { resourceLimits: memory })
    const slot: Slot = { worker, task: null, isReady: false, cpuMs: 0, timers: [], failure: null }
    this.#slots.add(slot)
    worker.on('message', (message: WorkerMessage) => this.#hear(slot, message))
    worker.on('error', (error: Error) => void (slot.failure = error))
    worker.on('exit', () => this.#lose(slot))
  }

  #begin(slot: Slot, task: Task) {
    const { cpuMs, clockMs } = this.#limits
    this.#stopTimers(slot)
    slot.task = task
    slot.worker.ref()
    slot.worker.postMessage(task.rendering)
    const check = async () => {
      const { user, system } = await slot.worker.cpuUsage()
      const leftMs = cpuMs - ((user + system) / 1_000 - slot.cpuMs)
      if (slot.task !== task) return
      if (leftMs <= 0) this.#refuse(slot)
      else slot.timers.push(setTimeout(checkLater, leftMs))
    }
    const checkLater = () => void check().catch(() => {})
    slot.timers.push(
      setTimeout(checkLater, cpuMs),
      setTimeout(() => this.#refuse(slot), clockMs),
    )
  }

  #hear(slot: Slot, { html, cpuMs }: WorkerMessage) {
    this.#stopTimers(slot)
    slot.cpuMs = cpuMs
    slot.isReady = true
    slot.task?.resolve(html)
    slot.task = null
    this.#next()
    if (slot.task) return
    slot.worker.unref()
    slot.timers.push(setTimeout(() => void this.#end(slot), this.#limits.idleMs).unref())
  }

  #refuse(slot: Slot) {
    slot.task?.resolve(null)
    slot.task = null
    void this.#end(slot)
    this.#next()
  }

  /** It ended by itself: of all that a text can do, that is to fill its memory. */
  #lose(slot: Slot) {
    const wasKnown = this.#slots.delete(slot)
    this.#stopTimers(slot)
    const failure = slot.failure ?? new Error('A thread that renders Markdown ended.')
    const isFull = (failure as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (isFull) slot.task?.resolve(null)
    else slot.task?.reject(failure)
    slot.task = null
    // One that cannot start would be started for ever.
    if (wasKnown && !slot.isReady) for (const { reject } of this.#waiting.splice(0)) reject(failure)
    this.#next()
  }

  async #end(slot: Slot): Promise<void> {
    this.#slots.delete(slot)
    this.#stopTimers(slot)
    await slot.worker.terminate()
  }

  #stopTimers(slot: Slot) {
    for (const timer of slot.timers.splice(0)) clearTimeout(timer)
  }
}
