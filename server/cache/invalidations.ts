import { EventEmitter } from 'node:events'
import fp from 'fastify-plugin'
import { everything } from './cache-tags.ts'
import { listenForInvalidations } from './invalidation.ts'
import type { ResponseCache } from './response-cache.ts'

type Events = {
  /** Tags as they are heard, before anything is dropped, with where the database's log was; null from an older server. */
  announced: [tags: readonly string[], position: bigint | null]
  /** The same once what is cached was dropped, and everything where some may have been missed. */
  tags: [tags: readonly string[]]
  /** Where the database's log was when it was asked at a moment, every second or so. */
  position: [position: bigint, requestedAt: number]
  /** Some may have been missed before. */
  connected: []
  /** This server announces for all from now on, until it is disconnected. */
  announcing: []
  disconnected: []
}

declare module 'fastify' {
  interface FastifyInstance {
    invalidations: Invalidations
  }
}

/** What has changed in the database, as it is announced. What is cached is dropped before anybody else hears of `tags`. */
class Invalidations extends EventEmitter<Events> {
  #url: string
  #cache: ResponseCache
  #stop: (() => Promise<void>) | undefined

  constructor(url: string, cache: ResponseCache) {
    super()
    this.#url = url
    this.#cache = cache
  }

  /** Resolves once they are heard: whoever wants all of them subscribes before. */
  async listen(): Promise<void> {
    const connected = Promise.withResolvers<void>()
    this.#stop = listenForInvalidations(this.#url, {
      onInvalidate: (tags, position) => {
        this.emit('announced', tags, position)
        this.#cache.invalidate(tags)
        this.emit('tags', tags)
      },
      onPosition: (position, requestedAt) => void this.emit('position', position, requestedAt),
      onConnected: () => {
        this.emit('connected')
        this.#cache.connect()
        this.emit('tags', [everything])
        connected.resolve()
      },
      onAnnouncing: () => void this.emit('announcing'),
      onDisconnected: () => {
        this.emit('disconnected')
        this.#cache.disconnect()
      },
    })
    await connected.promise
  }

  async close(): Promise<void> {
    await this.#stop?.()
  }
}

export const invalidations = fp<{ url: string; responseCache: ResponseCache }>(
  (app, { url, responseCache }, done) => {
    app.decorate('invalidations', new Invalidations(url, responseCache))
    app.addHook('onClose', () => app.invalidations.close())
    done()
  },
  { name: 'invalidations' },
)
