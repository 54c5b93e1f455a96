import { createHash } from 'node:crypto'
import type { Prisma } from '../db.ts'
import { lookUp } from '../db.ts'

export const mediaTypes: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
}

export async function findMedia(hash: string, extension: string): Promise<Buffer | null> {
  const [found] = await lookUp<{ bytes: Buffer }>(
    'media',
    'SELECT bytes FROM media WHERE hash = $1 AND extension = $2',
    [hash, extension],
  )
  return found?.bytes ?? null
}

export type NewMedia = { bytes: Buffer<ArrayBuffer>; extension: string; width: number; height: number }

/** Answers its hash; what is there stays. */
export async function addMedia(transaction: Prisma.TransactionClient, media: NewMedia): Promise<string> {
  const hash = createHash('sha256').update(media.bytes).digest('hex')
  await transaction.media.createMany({ data: [{ ...media, hash }], skipDuplicates: true })
  return hash
}
