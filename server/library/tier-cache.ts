import type { Tagged } from '../cache/cache-tags.ts'
import { bytesOf } from '../cache/response-cache.ts'
import type { ResponseCache } from '../cache/response-cache.ts'

/** Caches a read that is equal for all members of a tier. `key` must contain tier and locale. */
export async function cachedForTier<Item>(
  responseCache: ResponseCache,
  key: string,
  read: () => Promise<Tagged<Item>>,
): Promise<Item> {
  const cached = responseCache.get(key)
  if (cached) return JSON.parse(cached.bodies.identity.toString()) as Item
  const version = responseCache.version
  const { value, cacheTags: tags } = await read()
  const bodies = { identity: bytesOf(JSON.stringify(value)) }
  responseCache.set(key, { status: 200, etag: '', tags, headers: [], bodies }, version)
  return value
}
