import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Settings } from '../settings.ts'
import { groupOf } from '../addresses.ts'
import { limits } from './limits.ts'
import type { Rate } from './limits.ts'

export type AddReads = (reads: { reader: string; added: number }[], until: number) => Promise<number[]>

const maxReaders = 100_000

type Count = { local: number; sent: number; remote: number }

export class ReadCounter {
  #counts = new Map<string, Count>()
  #ends = 0
  #rate: Rate

  constructor(rate: Rate) {
    this.#rate = rate
  }

  consume(reader: string): number {
    const now = Date.now()
    if (now >= this.#ends || this.#counts.size >= maxReaders) {
      this.#counts.clear()
      const windowMs = this.#rate.seconds * 1000
      // All processes share window boundaries.
      this.#ends = (Math.floor(now / windowMs) + 1) * windowMs
    }
    const count = this.#counts.get(reader) ?? { local: 0, sent: 0, remote: 0 }
    this.#counts.set(reader, count)
    count.local++
    return count.local + count.remote > this.#rate.points ? this.#ends - now : 0
  }

  async exchange(add: AddReads): Promise<void> {
    const ends = this.#ends
    const unsent = [...this.#counts].flatMap(([reader, count]) =>
      count.local > count.sent ? [{ reader, count, local: count.local, added: count.local - count.sent }] : [],
    )
    if (unsent.length === 0) return
    const sums = await add(unsent, ends)
    for (const [at, { count, local }] of unsent.entries())
      Object.assign(count, { sent: local, remote: (sums[at] ?? local) - local })
  }
}

/** Of injected requests: the request they render for was counted. */
export const loopbackAddress = 'the server itself'
export const isInternal = ({ socket }: IncomingMessage) => socket.remoteAddress === loopbackAddress

export type CountRead = (message: IncomingMessage, limit?: 'read' | 'signed_in') => number

export type ReadCount = { countRead: CountRead; reads: Record<'read' | 'signed_in', ReadCounter> }

export function createReadCount({ LIMITS, TRUST_PROXY }: Settings): ReadCount {
  const reads = { read: new ReadCounter(limits.read), signed_in: new ReadCounter(limits.signed_in) }
  const isTrusted = TRUST_PROXY === 'off' ? null : proxyAddr.compile(TRUST_PROXY)
  const countRead: CountRead = (message, limit = 'read') => {
    if (LIMITS === 'off' || isInternal(message)) return 0
    const address = isTrusted ? proxyAddr(message, isTrusted) : message.socket.remoteAddress
    return reads[limit].consume(groupOf(address ?? ''))
  }
  return { countRead, reads }
}
