import { setTimeout as sleep } from 'node:timers/promises'
import type { Settings } from '../settings/settings.ts'
import { everything } from '../cache/cache-tags.ts'

/** What stands in every shared response: a purge of everything names it. */
export const tagOfAll = 'all'

/**
 * ms after an announcement. Until the second one a server may not have heard it, and the CDN have asked that one: a lost
 * connection is noticed within two seconds.
 */
const purgeAfterMs = [300, 5_000]
const tickMs = 100
const answerTimeoutMs = 10_000
const backoffMs = { first: 1_000, longest: 60_000 }
/** So many waiting are purged as everything. */
const maxWaiting = 1_000

/** What one call may name, and how it is written: as Fastly's and Cloudflare's APIs take it. */
const formats = {
  'surrogate-key': {
    most: 256,
    bodyOf: (tags: string[]) => ({ surrogate_keys: tags }),
    headersOf: (token: string) => ({ 'fastly-key': token }),
  },
  'cache-tag': { most: 30, bodyOf: (tags: string[]) => ({ tags }), headersOf: () => ({}) },
}

type Log = { warn: (facts: object, text: string) => void; info: (text: string) => void }
type PurgeSettings = Pick<Settings, 'CDN' | 'CDN_PURGE_URL' | 'CDN_PURGE_TOKEN'>
const formatOf = ({ CDN }: PurgeSettings) => formats[CDN === 'cache-tag' ? 'cache-tag' : 'surrogate-key']

/** Names at most as many tags as one call may. Throws where the CDN does not take it. */
export async function purgeTags(settings: PurgeSettings, tags: string[], signal: AbortSignal): Promise<void> {
  const { CDN_PURGE_URL = '', CDN_PURGE_TOKEN } = settings
  const format = formatOf(settings)
  const answer = await fetch(CDN_PURGE_URL, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(CDN_PURGE_TOKEN && { authorization: `Bearer ${CDN_PURGE_TOKEN}`, ...format.headersOf(CDN_PURGE_TOKEN) }),
    },
    body: JSON.stringify(format.bodyOf(tags)),
    // The token is for this address alone.
    redirect: 'error',
    signal,
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`It answered ${answer.status}.`)
}

/** Of the one server that announces: tells the CDN what to drop, after writers have been answered. */
export class CdnPurge {
  #settings: PurgeSettings
  #log: Log
  #isAnnouncer = false
  #waiting: { at: number; tags: Set<string> }[] = []
  #failures = 0
  #pausedUntil = 0
  #stopping = new AbortController()
  #working: Promise<void>

  constructor(settings: PurgeSettings, log: Log) {
    this.#settings = settings
    this.#log = log
    this.#working = this.#run()
  }

  /** Whether the last purge was taken. */
  get isUp(): boolean {
    return this.#failures === 0
  }

  /** What the one before has left, or what was changed while none ran, nobody knows. */
  becomeAnnouncer(): void {
    this.#isAnnouncer = true
    this.add([everything])
  }

  retire(): void {
    this.#isAnnouncer = false
    this.#waiting = []
    this.#failures = 0
  }

  add(tags: readonly string[]): void {
    if (!this.#isAnnouncer) return
    const now = performance.now()
    const named = new Set(tags.includes(everything) ? [tagOfAll] : tags)
    for (const ms of purgeAfterMs) this.#waiting.push({ at: now + ms, tags: named })
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#working
  }

  #takeDue(): string[] {
    const now = performance.now()
    const due = this.#waiting.filter(({ at }) => at <= now)
    this.#waiting = this.#waiting.filter(({ at }) => at > now)
    const tags = new Set(due.flatMap((one) => [...one.tags]))
    return tags.has(tagOfAll) || tags.size > maxWaiting ? [tagOfAll] : [...tags]
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      if (performance.now() >= this.#pausedUntil) await this.#purgeDue()
      await sleep(tickMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  async #purgeDue(): Promise<void> {
    const tags = this.#takeDue()
    const { most } = formatOf(this.#settings)
    try {
      while (tags.length > 0) {
        await this.#purge(tags.slice(0, most))
        tags.splice(0, most)
      }
    } catch (error) {
      this.#fail(tags, error as Error)
    }
  }

  async #purge(tags: string[]): Promise<void> {
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(answerTimeoutMs)])
    await purgeTags(this.#settings, tags, signal)
    if (this.#failures > 0) this.#log.info('The CDN takes purges again')
    this.#failures = 0
  }

  /** What waits goes on being one list, and is sent whole when the CDN is back. */
  #fail(tags: string[], { message }: Error) {
    if (this.#stopping.signal.aborted) return
    if (this.#failures === 0)
      this.#log.warn({ problem: message }, 'The CDN could not be told what to drop: it is tried again')
    const wait = Math.min(backoffMs.longest, backoffMs.first * 2 ** this.#failures++)
    this.#pausedUntil = performance.now() + wait
    if (!this.#isAnnouncer) return
    const all = new Set([...tags, ...this.#waiting.flatMap((one) => [...one.tags])])
    const merged = all.has(tagOfAll) || all.size > maxWaiting ? new Set([tagOfAll]) : all
    this.#waiting = [{ at: this.#pausedUntil, tags: merged }]
  }
}
