import { Prisma, queryRows } from '../database/db.ts'
import type { MediaSizes } from './images.ts'

const media = /\/media\/([\da-f]{64})\./g

export async function findMediaSizes(text: string): Promise<MediaSizes> {
  const hashes = [...new Set(Array.from(text.matchAll(media), ([, hash]) => hash))]
  if (hashes.length === 0) return {}
  const rows = await queryRows<{ hash: string; width: number; height: number }>(Prisma.sql`
    SELECT hash, width, height FROM media WHERE hash = ANY(${hashes}::text[])`)
  return Object.fromEntries(rows.map(({ hash, width, height }) => [hash, [width, height]]))
}
