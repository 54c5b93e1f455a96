import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { addressGroupOf } from '../limits/networks.ts'
import { HttpProblem } from '../problem.ts'
import type { Settings } from '../settings/settings.ts'
import type { Draining } from './draining.ts'

declare module 'fastify' {
  interface FastifyInstance {
    eventStreams: EventStreams
  }
}

const maxOpen = 5_000
const maxOpenByAddress = 20
const heartbeatMs = 25_000 // proxies close a connection that is silent for a minute
const tickMs = 1_000
/** Minimum age in ms at which a stream ends; up to a quarter is added. This ends streams of vanished clients. */
const maxAgeMs = 15 * 60_000
/** Reconnect delay of browsers in ms. Up to as much is added at random, so that they do not all reconnect at once. */
const retryMs = 2_000
const maxBufferedBytes = 16 * 1024
const retryAfterSeconds = 30
const heartbeat = Buffer.from(':\n\n')

export const serverSentEvent = (event: string, data: object) =>
  Buffer.from(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)

export type EventStream = { send: (text: Buffer) => void; end: () => void }

class OpenStream implements EventStream {
  readonly response: ServerResponse
  readonly endsAt = performance.now() + maxAgeMs * (1 + Math.random() / 4)
  writtenAt = performance.now()

  constructor(response: ServerResponse) {
    this.response = response
  }

  send(text: Buffer | string, now = performance.now()): void {
    if (this.response.writableLength > maxBufferedBytes) return void this.response.destroy()
    this.response.write(text)
    this.writtenAt = now
  }

  end(): void {
    this.response.end()
  }
}

export class EventStreams {
  #open = new Set<OpenStream>()
  #openByAddress = new Map<string, number>()
  readonly #draining: Pick<Draining, 'isOn'>
  readonly #maxOpenByAddress: number

  constructor(draining: Pick<Draining, 'isOn'>, isLimited: boolean) {
    this.#draining = draining
    this.#maxOpenByAddress = isLimited ? maxOpenByAddress : maxOpen
  }

  get size(): number {
    return this.#open.size
  }

  /** Opens a stream. Returns null if the client has disconnected. Throws 503 if too many streams are open. */
  open({ ip }: Pick<FastifyRequest, 'ip'>, reply: FastifyReply, onClose: () => void): EventStream | null {
    const address = addressGroupOf(ip)
    const openOfAddress = this.#openByAddress.get(address) ?? 0
    if (this.#draining.isOn || this.#open.size >= maxOpen || openOfAddress >= this.#maxOpenByAddress)
      throw new HttpProblem(503, 'problem.busy', { wait_seconds: retryAfterSeconds })
    const response = reply.hijack().raw
    if (!response.socket || response.socket.destroyed) return null
    const stream = new OpenStream(response)
    this.#open.add(stream)
    this.#openByAddress.set(address, openOfAddress + 1)
    response.once('close', () => {
      this.#open.delete(stream)
      this.#release(address)
      onClose()
    })
    response.socket.setTimeout(0).setNoDelay()
    response.shouldKeepAlive = false
    reply.headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    })
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) response.setHeader(name, value)
    response.writeHead(200)
    stream.send(`retry: ${Math.round(retryMs * (1 + Math.random()))}\n\n`)
    return stream
  }

  #release(address: string) {
    const others = (this.#openByAddress.get(address) ?? 1) - 1
    if (others > 0) this.#openByAddress.set(address, others)
    else this.#openByAddress.delete(address)
  }

  beat(now = performance.now()): void {
    for (const stream of this.#open) {
      if (now > stream.endsAt) stream.end()
      else if (now - stream.writtenAt >= heartbeatMs) stream.send(heartbeat, now)
    }
  }

  endAll(): void {
    for (const stream of this.#open) stream.end()
  }
}

const metadata = { name: 'event-streams', dependencies: ['problems', 'security'] }

export const eventStreams = fp<{ settings: Pick<Settings, 'LIMITS'> }>((app, { settings }, done) => {
  const streams = new EventStreams(app.draining, settings.LIMITS === 'on')
  app.decorate('eventStreams', streams)
  app.draining.onListenerClosed(() => streams.endAll())
  const beating = setInterval(() => streams.beat(), tickMs).unref()
  app.addHook('onClose', async () => clearInterval(beating))
  done()
}, metadata)
