import { EventEmitter } from 'node:events'
import fp from 'fastify-plugin'
import { wildcardTag } from './cache-tags.ts'
import { listenForInvalidations } from './invalidation-listener.ts'
import type { ResponseCache } from './response-cache.ts'

type Events = {
  /** Emitted after the response cache has dropped the tags. `*`: notifications may have been missed. */
  tags: [tags: readonly string[]]
}

declare module 'fastify' {
  interface FastifyInstance {
    invalidations: Invalidations
  }
}

class Invalidations extends EventEmitter<Events> {
  #url: string
  #cache: ResponseCache
  #stop: (() => Promise<void>) | undefined

  constructor(url: string, cache: ResponseCache) {
    super()
    this.#url = url
    this.#cache = cache
  }

  /** Resolves once connected. Subscribe to the events first, so that none is missed. */
  async listen(): Promise<void> {
    const connected = Promise.withResolvers<void>()
    this.#stop = listenForInvalidations(this.#url, {
      onInvalidate: (tags) => {
        this.#cache.invalidate(tags)
        this.emit('tags', tags)
      },
      onConnected: () => {
        this.#cache.connect()
        this.emit('tags', [wildcardTag])
        connected.resolve()
      },
      onDisconnected: () => this.#cache.disconnect(),
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
