import { Worker } from 'node:worker_threads'
import { isVisible } from '#shared/fields.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { Prisma, queryRows } from '../database/db.ts'
import { FieldProblem, HttpProblem } from '../problem.ts'
import type { MediaSizes } from './images.ts'
import type { Rendering, TextKind } from './render-text.ts'

/** Version of the generated HTML. Increase it with each change: a job renders texts of older versions again. */
export const renderVersion = 3

export type WorkerMessage = { html: string | null; cpuMs: number }

type Writer = number | symbol
type Task = {
  rendering: Rendering
  writer: Writer
  resolve: (html: string | null) => void
  reject: (reason: Error) => void
}
type Slot = {
  worker: Worker
  task: Task | null
  isReady: boolean
  cpuMs: number
  timers: NodeJS.Timeout[]
  failure: Error | null
}

/** Limits of a rendering. Measured: 20,000 ordinary characters take 5 ms, nearly all hostile texts up to 110 ms. */
const limits = { cpuMs: 250, clockMs: 5_000, idleMs: 60_000, workers: 2, waiting: 500 }
export type RenderLimits = typeof limits
const memory = { maxOldGenerationSizeMb: 128 }

/** Renders in workers, in turns by writer. It limits CPU time, since elapsed time grows on a busy machine. */
export class RenderPool {
  readonly #file: URL
  readonly #limits: RenderLimits
  readonly #waiting = new Map<Writer, Task[]>()
  readonly #slots = new Set<Slot>()
  readonly #pending = new Set<Promise<unknown>>()

  constructor(file: URL, overrides: Partial<RenderLimits> = {}) {
    this.#file = file
    this.#limits = { ...limits, ...overrides }
  }

  async render(rendering: Rendering, writer: Writer = Symbol('writer')): Promise<string | null> {
    if (this.#waitingTasks().length >= this.#limits.waiting) this.#evictFor(writer)
    const rendered = new Promise<string | null>((resolve, reject) => {
      this.#waiting.set(writer, [...this.#tasksOf(writer), { rendering, writer, resolve, reject }])
    })
    this.#pending.add(rendered)
    this.#next()
    try {
      return await rendered
    } finally {
      this.#pending.delete(rendered)
    }
  }

  #waitingTasks = () => [...this.#waiting.values()].flat()
  #tasksOf = (writer: Writer) => this.#waiting.get(writer) ?? []

  #evictFor(writer: Writer) {
    const longest = [...this.#waiting.values()].reduce((one, other) => (one.length >= other.length ? one : other), [])
    const busy = new HttpProblem(503, 'problem.busy')
    if (longest.length <= this.#tasksOf(writer).length + 1) throw busy
    longest.pop()?.reject(busy)
  }

  #writersToServe(): Writer[] {
    const served = new Set([...this.#slots].map(({ task }) => task?.writer))
    return [...this.#waiting.keys()].filter((writer) => !served.has(writer))
  }

  #takeNext(): Task | undefined {
    const [writer] = this.#writersToServe()
    if (writer === undefined) return undefined
    const [task, ...others] = this.#tasksOf(writer)
    this.#waiting.delete(writer)
    if (others.length > 0) this.#waiting.set(writer, others)
    return task
  }

  get size(): number {
    return this.#slots.size
  }

  /** Waits for queued texts, then ends the workers. A later text starts a new worker. */
  async close(): Promise<void> {
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending)
    await Promise.all([...this.#slots].map((slot) => this.#end(slot)))
  }

  #next() {
    for (const slot of this.#slots) {
      if (!slot.isReady || slot.task) continue
      const task = this.#takeNext()
      if (!task) return
      this.#begin(slot, task)
    }
    const starting = [...this.#slots].filter(({ isReady }) => !isReady).length
    if (this.#writersToServe().length > starting && this.#slots.size < this.#limits.workers) this.#start()
  }

  #start() {
    const worker = new Worker(this.#file, { resourceLimits: memory })
    const slot: Slot = { worker, task: null, isReady: false, cpuMs: 0, timers: [], failure: null }
    this.#slots.add(slot)
    worker.on('message', (message: WorkerMessage) => this.#onMessage(slot, message))
    worker.on('error', (error: Error) => void (slot.failure = error))
    worker.on('exit', () => this.#onExit(slot))
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

  #onMessage(slot: Slot, { html, cpuMs }: WorkerMessage) {
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

  /** Called when a worker ends. It ends by itself only if a text exhausts its memory. */
  #onExit(slot: Slot) {
    const wasKnown = this.#slots.delete(slot)
    this.#stopTimers(slot)
    const failure = slot.failure ?? new Error('A thread that renders Markdown ended.')
    const isFull = (failure as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (isFull) slot.task?.resolve(null)
    else slot.task?.reject(failure)
    slot.task = null
    // Rejects all texts if a worker fails to start. It would be restarted forever.
    if (wasKnown && !slot.isReady) {
      const tasks = this.#waitingTasks()
      this.#waiting.clear()
      for (const { reject } of tasks) reject(failure)
    }
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

const pool = new RenderPool(new URL('markdown.worker.ts', import.meta.url))
let siteUrl = ''

export function configureMarkdown(publicUrl: string): void {
  siteUrl = publicUrl
}

export const siteHost = (): string | null => URL.parse(siteUrl)?.hostname ?? null

export const closeMarkdown = () => pool.close()

const media = /\/media\/([\da-f]{64})\./g

async function findMediaSizes(text: string): Promise<MediaSizes> {
  const hashes = [...new Set(Array.from(text.matchAll(media), ([, hash]) => hash))]
  if (hashes.length === 0) return {}
  const rows = await queryRows<{ hash: string; width: number; height: number }>(Prisma.sql`
    SELECT hash, width, height FROM media WHERE hash = ANY(${hashes}::text[])`)
  return Object.fromEntries(rows.map(({ hash, width, height }) => [hash, [width, height]]))
}

async function render(text: string, kind: TextKind, writer?: number): Promise<string | null> {
  const sizes = kind === 'post' ? await findMediaSizes(text) : {}
  return pool.render({ text, kind, siteUrl, sizes }, writer)
}

/** Returns safe HTML. Throws `FieldProblem` if rendering takes too long. Each `writer` has a queue of texts. */
export async function renderMarkdown(text: string, kind: TextKind, field: string, writer?: number): Promise<string> {
  const html = await render(text, kind, writer)
  if (html === null) throw new FieldProblem(field, 'markdown.problem.too_complex')
  return html
}

/** Like `renderMarkdown`, but throws `FieldProblem` for text without visible content. */
export async function renderSubmittedMarkdown(
  text: string,
  kind: TextKind,
  field: string,
  writer: number,
): Promise<string> {
  const html = await renderMarkdown(text, kind, field, writer)
  if (!isVisible(html.replaceAll(/<[^<>]*>/g, ''))) throw new FieldProblem(field, 'markdown.problem.nothing_to_read')
  return html
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

/** Renders stored text again. If it is refused now, it becomes plain text, since its old HTML may be unsafe. */
export async function rerenderMarkdown(text: string, kind: TextKind): Promise<string> {
  return (await render(text, kind)) ?? `<p>${escaped(text).replaceAll(/\r?\n/g, '<br />\n')}</p>\n`
}

const mentionLink = /<a href="([^"<>]+)"[^<>]*>@([^<>]+)<\/a>/g

/** Returns the usernames that rendered HTML mentions. */
export function mentionsIn(html: string): string[] {
  const found = [...html.matchAll(mentionLink)].flatMap(([, href, name = '']) =>
    href === forumPaths.forum({ author: name }) ? [name] : [],
  )
  return [...new Set(found)]
}
