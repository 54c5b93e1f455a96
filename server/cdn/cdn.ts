import type { FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import { isShared } from '../cache/serve-from-cache.ts'
import { rememberWrites } from '../http/recent-write.ts'
import type { Settings } from '../settings/settings.ts'
import { CdnPurge, tagOfAll } from './cdn-purge.ts'

/** Seconds in which a shared cache need not ask; a change is told to it, or it has to be short. */
const sharedSeconds = { purged: 300, alone: 10 }
/** Of the header: longer ones are cut off or refused on the way. */
const maxTagBytes = 6_000

const formats = {
  'surrogate-key': { header: 'surrogate-key', separator: ' ' },
  'cache-tag': { header: 'cache-tag', separator: ',' },
}

/** Tells a CDN how long it may keep a response that is the same for everyone, and by which tags it is dropped. */
type TagForCdn = (reply: FastifyReply, tags: readonly string[]) => void

function createCdnTags({ CDN, CDN_PURGE_URL }: Settings): TagForCdn {
  const { header, separator } = formats[CDN === 'cache-tag' ? 'cache-tag' : 'surrogate-key']
  const seconds = CDN_PURGE_URL ? sharedSeconds.purged : sharedSeconds.alone
  return (reply, tags) => {
    const list = [tagOfAll, ...tags].join(separator)
    if (list.length > maxTagBytes) return
    reply.header('cache-control', `public, max-age=0, must-revalidate, s-maxage=${seconds}`).header(header, list)
  }
}

/** Lets a CDN keep what is the same for everyone, and drops there what changes. */
export const cdn = fp<{ settings: Settings }>(
  async (app, { settings }) => {
    const tagForCdn = createCdnTags(settings)
    await rememberWrites(app, settings.PUBLIC_URL)
    app.addHook('onSend', (request, reply, _payload, next) => {
      if (reply.tags && isShared(request.raw) && reply.statusCode === 200 && !reply.hasHeader('cache-control'))
        tagForCdn(reply, reply.tags)
      next()
    })
    if (!settings.CDN_PURGE_URL) return
    const purge = new CdnPurge(settings, app.log)
    app.dependencies.set('cdn', () => purge.isUp)
    app.invalidations.on('tags', (tags) => purge.add(tags))
    app.invalidations.on('announcing', () => purge.becomeAnnouncer())
    app.invalidations.on('disconnected', () => purge.retire())
    app.addHook('onClose', () => purge.stop())
  },
  { name: 'cdn', dependencies: ['invalidations'] },
)
