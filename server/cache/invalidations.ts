import { EventEmitter } from 'node:events'
import fp from 'fastify-plugin'
import { replica } from '../db.ts'
import type { Settings } from '../settings.ts'
import { everything } from './cache-tags.ts'
import { CdnPurge } from './cdn-purge.ts'
import { listenForInvalidations } from './invalidation.ts'
import type { ResponseCache } from './response-cache.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Cache tags as they are announced, and everything where some may have been missed. */
    invalidations: EventEmitter<{ tags: [readonly string[]] }>
  }
}

const metadata = { name: 'invalidations' }

type Options = { url: string; responseCache: ResponseCache; settings: Settings }

/** Ready once the server hears them. What is cached is dropped before anybody else is told. */
export const invalidations = fp<Options>(async (app, { url, responseCache, settings }) => {
  const emitter = new EventEmitter<{ tags: [readonly string[]] }>()
  app.decorate('invalidations', emitter)
  const connected = Promise.withResolvers<void>()
  const purge = settings.CDN_PURGE_URL ? new CdnPurge(settings, app.log) : null
  const stopListening = listenForInvalidations(url, {
    onInvalidate: (tags, position) => {
      // First: what is made anew from now on may not be of before.
      if (position === null) replica?.suspend()
      else replica?.require(position)
      responseCache.invalidate(tags)
      emitter.emit('tags', tags)
      purge?.add(tags)
    },
    onPosition: (position, askedAt) => replica?.passed(position, askedAt),
    onConnected: () => {
      replica?.suspend()
      responseCache.connect()
      emitter.emit('tags', [everything])
      connected.resolve()
    },
    onAnnouncing: () => purge?.becomeAnnouncer(),
    onDisconnected: () => {
      purge?.retire()
      replica?.suspend()
      responseCache.disconnect()
    },
  })
  replica?.logTo(app.log)
  app.addHook('onClose', async () => {
    await Promise.all([stopListening(), purge?.stop()])
  })
  await connected.promise
}, metadata)
