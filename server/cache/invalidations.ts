import { EventEmitter } from 'node:events'
import fp from 'fastify-plugin'
import { everything } from './cache-tags.ts'
import { listenForInvalidations } from './invalidation.ts'
import type { ResponseCache } from './response-cache.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Cache tags as they are announced, and everything where some may have been missed. */
    invalidations: EventEmitter<{ tags: [readonly string[]] }>
  }
}

const metadata = { name: 'invalidations' }

/** Ready once the server hears them. What is cached is dropped before anybody else is told. */
export const invalidations = fp<{ url: string; responseCache: ResponseCache }>(async (app, { url, responseCache }) => {
  const emitter = new EventEmitter<{ tags: [readonly string[]] }>()
  app.decorate('invalidations', emitter)
  const connected = Promise.withResolvers<void>()
  const stopListening = listenForInvalidations(url, {
    onInvalidate: (tags) => {
      responseCache.invalidate(tags)
      emitter.emit('tags', tags)
    },
    onConnected: () => {
      responseCache.connect()
      emitter.emit('tags', [everything])
      connected.resolve()
    },
    onDisconnected: () => responseCache.disconnect(),
  })
  app.addHook('onClose', stopListening)
  await connected.promise
}, metadata)
