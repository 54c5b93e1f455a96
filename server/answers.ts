import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { everything } from './topics.ts'

export type Encoding = 'identity' | 'br' | 'gzip'

/** Finished bytes that are the same for everyone, in each encoding that somebody asked for. */
export type Answer = {
  status: number
  etag: string
  topics: readonly string[]
  /** Whether it counts as no read of whoever gets it. */
  isFree?: boolean
  headers: readonly string[]
  bodies: Partial<Record<Encoding, Promise<Buffer> | Buffer>> & { identity: Buffer }
}

/** Bytes of memory that all kept answers may take, with room for their compressed twins. */
const capacity = 16 * 2 ** 20
/** How many recent changes are remembered, for answers that were in the making when they came. */
const remembered = 50_000

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** The body in an encoding, compressed once; bodies under 1 kB are not worth it. */
export function bodyIn(answer: Answer, encoding: Encoding): Promise<Buffer> | Buffer {
  if (encoding === 'identity' || answer.bodies.identity.length < 1024) return answer.bodies.identity
  const kept = answer.bodies[encoding]
  if (kept) return kept
  const made =
    encoding === 'br'
      ? brotli(answer.bodies.identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : deflate(answer.bodies.identity, { level: 6 })
  answer.bodies[encoding] = made
  return made.then((body) => (answer.bodies[encoding] = body))
}

/** The bytes of a text in memory of their own: a small Buffer.from would pin the slab that it is cut from. */
export function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

export const etagOf = (body: Buffer) => `W/"${createHash('sha1').update(body).digest('base64url')}"`

/** The answers kept by this process, and what is known of the changes that make them stale. */
export class Answers {
  #kept = new LRUCache<string, Answer>({
    maxSize: capacity,
    // Compressed twins take about 0.7 of a body, the place of an answer 2 kB, each of its topics 400 bytes.
    sizeCalculation: ({ bodies, topics }) => Math.ceil(bodies.identity.length * 1.7) + 2_000 + 400 * topics.length,
    dispose: (answer, key) => this.#forget(answer, key),
  })
  #keysByTopic = new Map<string, Set<string>>()
  #changes = 0
  #lastChange = new Map<string, number>()
  /** Answers begun before this change are not kept: nothing is known about them. */
  #blindUntil = 0
  #listening = false

  get(key: string): Answer | undefined {
    return this.#kept.get(key)
  }

  /** Where the changes stand as an answer begins to be made; handed to `keep` when it is done. */
  begin(): number {
    return this.#changes
  }

  /** Keeps an answer, unless something it was made from has changed since it was begun. */
  keep(key: string, answer: Answer, begun: number): boolean {
    const stale = answer.topics.some((topic) => (this.#lastChange.get(topic) ?? 0) > begun)
    if (!this.#listening || begun < this.#blindUntil || stale) return false
    this.#kept.set(key, answer)
    for (const topic of answer.topics) {
      const keys = this.#keysByTopic.get(topic)
      if (keys) keys.add(key)
      else this.#keysByTopic.set(topic, new Set([key]))
    }
    return true
  }

  changed(topics: string[]): void {
    this.#changes++
    if (topics.includes(everything) || this.#lastChange.size + topics.length > remembered) this.#startBlind()
    if (topics.includes(everything)) return this.#kept.clear()
    for (const topic of topics) {
      this.#lastChange.set(topic, this.#changes)
      for (const key of this.#keysByTopic.get(topic) ?? []) this.#kept.delete(key)
    }
  }

  listening(): void {
    this.#startBlind()
    this.#kept.clear()
    this.#listening = true
  }

  lost(): void {
    this.#listening = false
    this.#kept.clear()
  }

  #startBlind() {
    this.#blindUntil = ++this.#changes
    this.#lastChange.clear()
  }

  #forget(answer: Answer, key: string) {
    for (const topic of answer.topics) {
      const keys = this.#keysByTopic.get(topic)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysByTopic.delete(topic)
    }
  }
}
