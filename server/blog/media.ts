import { createHash } from 'node:crypto'
import { blogPaths } from '#shared/blog/paths.ts'
import type { Picture } from '#shared/blog/media.ts'
import { db, Prisma, queryRows } from '../database/db.ts'
import { addAuditEntry } from '../editing/audit.ts'

export const mediaTypes: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
}

export async function findMedia(hash: string, extension: string): Promise<Buffer | null> {
  const [found] = await queryRows<{ bytes: Buffer }>(
    Prisma.sql`SELECT bytes FROM media WHERE hash = ${hash} AND extension = ${extension}`,
  )
  return found?.bytes ?? null
}

export type NewMedia = { bytes: Buffer<ArrayBuffer>; extension: string; width: number; height: number }

export async function addMedia(transaction: Prisma.TransactionClient, media: NewMedia): Promise<string> {
  const hash = createHash('sha256').update(media.bytes).digest('hex')
  await transaction.media.createMany({ data: [{ ...media, hash }], skipDuplicates: true })
  return hash
}

/** Stores a picture. A repeated upload renews its age for `removeUnusedMedia`. */
export async function addPicture(editor: { id: number }, media: NewMedia): Promise<Picture> {
  const { extension, width, height } = media
  return db.$transaction(async (transaction) => {
    const hash = await addMedia(transaction, media)
    await transaction.media.update({ where: { hash }, data: { created_at: new Date() }, select: { hash: true } })
    const picture = { hash, url: blogPaths.media(hash, extension), width, height }
    const after = { ...picture, size: media.bytes.length }
    const entry = { actor_id: editor.id, kind: 'media', action: 'created', target: hash, after } as const
    await addAuditEntry(transaction, entry)
    return picture
  })
}
