import type { Server } from 'node:http'
import { Server as TcpServer } from 'node:net'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

declare module 'fastify' {
  interface FastifyInstance {
    draining: Draining
  }
}

const keepAliveGraceMs = 500
const pollMs = 50

export class Draining {
  #servers: Server[] = []
  #sockets = new Set<Socket>()
  #accepted = 0
  #onListenerClosed: (() => void)[] = []
  readonly #maxRequestMs: number
  isOn = false
  endsConnections = false

  constructor(maxRequestMs = 30_000) {
    this.#maxRequestMs = maxRequestMs
  }

  watch(server: Server): void {
    this.#servers.push(server)
    server.on('connection', (socket) => {
      this.#accepted += 1
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
  }

  onListenerClosed(listener: () => void): void {
    this.#onListenerClosed.push(listener)
  }

  async drain(seconds: number): Promise<void> {
    this.isOn = true
    if (!this.#servers.some(({ listening }) => listening)) return
    this.endsConnections = seconds > 0
    await sleep(seconds * 1000)
    // Keep-alive stays on in this phase: a client that reconnects now would meet a listener about to close.
    this.endsConnections = false
    await this.#acceptBacklog()
    // Closes the listener only: http.Server.close would also end idle connections and the timeouts of slow requests.
    for (const server of this.#servers) TcpServer.prototype.close.call(server)
    this.endsConnections = true
    for (const listener of this.#onListenerClosed) listener()
    await this.#waitUntilClosed(keepAliveGraceMs)
    await this.#waitUntilClosed(this.#maxRequestMs, () => this.#endIdle())
    for (const server of this.#servers) server.closeAllConnections()
  }

  /** Accepts waiting connections, one for each turn of the event loop. Closing the listener would reset them. */
  async #acceptBacklog() {
    const end = performance.now() + keepAliveGraceMs
    for (let before = -1; before !== this.#accepted && performance.now() < end;) {
      before = this.#accepted
      await nextTurn()
      await nextTurn()
    }
  }

  /** Ends idle connections after a read phase, so that no request is lost. Node counts unused ones as busy. */
  async #endIdle() {
    await nextTurn()
    for (const server of this.#servers) server.closeIdleConnections()
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy()
  }

  async #waitUntilClosed(timeoutMs: number, action = async () => {}) {
    const end = performance.now() + timeoutMs
    for (await action(); this.#sockets.size > 0 && performance.now() < end; await action()) await sleep(pollMs)
  }
}
