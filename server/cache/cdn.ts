import type { FastifyReply } from 'fastify'
import type { Settings } from '../settings.ts'

/** What stands in every shared response: a purge of everything names it. */
export const tagOfAll = 'all'

/** Seconds in which a shared cache need not ask; a change is told to it, or it has to be short. */
const sharedSeconds = { purged: 300, alone: 10 }
/** Of the header: longer ones are cut off or refused on the way. */
const maxTagBytes = 6_000

const formats = {
  'surrogate-key': { header: 'surrogate-key', separator: ' ' },
  'cache-tag': { header: 'cache-tag', separator: ',' },
}

/** Tells a CDN how long it may keep a response that is the same for everyone, and by which tags it is dropped. */
export type TagForCdn = (reply: FastifyReply, tags: readonly string[]) => void

export function createCdnTags({ CDN, CDN_PURGE_URL }: Pick<Settings, 'CDN' | 'CDN_PURGE_URL'>): TagForCdn | null {
  if (CDN === 'off') return null
  const { header, separator } = formats[CDN]
  const seconds = CDN_PURGE_URL ? sharedSeconds.purged : sharedSeconds.alone
  return (reply, tags) => {
    const list = [tagOfAll, ...tags].join(separator)
    if (list.length > maxTagBytes) return
    reply.header('cache-control', `public, max-age=0, must-revalidate, s-maxage=${seconds}`).header(header, list)
  }
}
