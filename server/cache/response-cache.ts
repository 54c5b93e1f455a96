import { hash } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { wildcardTag } from './cache-tags.ts'

export const cacheChannel = channel('response-cache')

export type HitCount = { value: number }

export type Encoding = 'identity' | 'br' | 'gzip'

export type SharedBody = {
  etag: string
  bodies: Partial<Record<Encoding, Promise<Buffer> | Buffer>> & { identity: Buffer }
}

export type CachedResponse = SharedBody & {
  status: number
  tags: readonly string[]
  isFree?: boolean
  isFile?: boolean
  /** Responses to searches and cursors. Their number is unbounded, so they have a cache of their own. */
  isUnbounded?: boolean
  headers: readonly string[]
  hits?: { full: HitCount; notModified: HitCount }
}

const capacity = { main: 16 * 2 ** 20, variants: 4 * 2 ** 20 }
const maxAgeMs = 3_600_000
const maxTrackedTags = 50_000

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

export function encodedBody(answer: SharedBody, encoding: Encoding): Promise<Buffer> | Buffer {
  if (encoding === 'identity' || answer.bodies.identity.length < 1024) return answer.bodies.identity
  const cached = answer.bodies[encoding]
  if (cached) return cached
  const made =
    encoding === 'br'
      ? brotli(answer.bodies.identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : deflate(answer.bodies.identity, { level: 6 })
  answer.bodies[encoding] = made
  return made.then((body) => (answer.bodies[encoding] = body))
}

/** Copies text to a Buffer of its own. A small Buffer.from would keep a whole slab of Node's pool in memory. */
export function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

const etagOf = (body: Buffer) => `W/"${hash('sha1', body, 'base64url')}"`

export function cachedBodyOf(text: string): SharedBody {
  const identity = bytesOf(text)
  return { etag: etagOf(identity), bodies: { identity } }
}
export class ResponseCache {
  #main = this.#createCache(capacity.main)
  #variants = this.#createCache(capacity.variants)
  #keysByTag = new Map<string, Set<string>>()
  #changes = 0
  #lastChange = new Map<string, number>()
  /** Version of the cache when it connected. Responses that began earlier are not stored, as changes may be unknown. */
  #knownSince = 0
  #isConnected = false
  readonly counts = { made: 0, invalidated: 0 }

  get(key: string): CachedResponse | undefined {
    const answer = this.#main.get(key) ?? this.#variants.get(key)
    if (cacheChannel.hasSubscribers) cacheChannel.publish({ cache: answer ? 'hit' : 'miss', tags: answer?.tags })
    return answer
  }

  /** Number of changes so far. A response that began at an earlier version may be outdated. */
  get version(): number {
    return this.#changes
  }

  get isConnected(): boolean {
    return this.#isConnected
  }

  get entries(): number {
    return this.#main.size + this.#variants.size
  }

  get bytes(): number {
    return this.#main.calculatedSize + this.#variants.calculatedSize
  }

  set(key: string, answer: CachedResponse, startedAtVersion: number): boolean {
    const stale = answer.tags.some((tag) => (this.#lastChange.get(tag) ?? 0) > startedAtVersion)
    if (!this.#isConnected || startedAtVersion < this.#knownSince || stale) return false
    const cache = answer.isUnbounded ? this.#variants : this.#main
    cache.set(key, answer)
    if (cacheChannel.hasSubscribers) cacheChannel.publish({ cache: 'set', tags: answer.tags })
    for (const tag of answer.tags) {
      const keys = this.#keysByTag.get(tag)
      if (keys) keys.add(key)
      else this.#keysByTag.set(tag, new Set([key]))
    }
    return true
  }

  invalidate(tags: string[]): void {
    if (cacheChannel.hasSubscribers) cacheChannel.publish({ cache: 'drop', tags })
    this.#changes++
    this.counts.invalidated += tags.length
    if (tags.includes(wildcardTag) || this.#lastChange.size + tags.length > maxTrackedTags) this.#forgetChanges()
    if (tags.includes(wildcardTag)) return this.#clear()
    for (const tag of tags) {
      this.#lastChange.set(tag, this.#changes)
      for (const key of this.#keysByTag.get(tag) ?? []) if (!this.#main.delete(key)) this.#variants.delete(key)
    }
  }

  connect(): void {
    this.#forgetChanges()
    this.#clear()
    this.#isConnected = true
  }

  disconnect(): void {
    this.#isConnected = false
    this.#clear()
  }

  #createCache(maxSize: number) {
    return new LRUCache<string, CachedResponse>({
      maxSize,
      ttl: maxAgeMs,
      ttlResolution: 1_000,
      // Bytes of an entry, measured: compressed copies take 0.7 of the body, an entry 2 kB, a tag 400 bytes.
      sizeCalculation: ({ bodies, tags }) => Math.ceil(bodies.identity.length * 1.7) + 2_000 + 400 * tags.length,
      dispose: (answer, key) => this.#untag(answer, key),
    })
  }

  #clear() {
    this.#main.clear()
    this.#variants.clear()
  }

  #forgetChanges() {
    this.#knownSince = ++this.#changes
    this.#lastChange.clear()
  }

  #untag(answer: CachedResponse, key: string) {
    for (const tag of answer.tags) {
      const keys = this.#keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysByTag.delete(tag)
    }
  }
}
