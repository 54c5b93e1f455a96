import type { ModerationStatus } from '#shared/forum/schema.ts'
import type { Prisma } from '../database/db.ts'
import type { Jobs } from '../jobs.ts'
import { excerptOf } from '../markdown/excerpt.ts'
import { notifyMentionedPeople } from '../notifications/notify.ts'
import type { TextEdit } from '../texts/pending-edits.ts'
import { threadExcerptLength } from './new-threads.ts'
import { changeThreadSlug } from './thread-slugs.ts'

export type TextServices = { transaction: Prisma.TransactionClient; jobs: Jobs }
type LockedThread = { id: number; meta_slug: string; author_id: number | null; status: ModerationStatus }

/** Replaces the text. In a published thread, mentioned people are notified. Returns the slug for the new title. */
export async function replaceThreadText(
  { transaction, jobs }: TextServices,
  { id, meta_slug, author_id, status }: LockedThread,
  { title, text, html, render_version }: TextEdit & { title: string },
): Promise<string> {
  const address = await changeThreadSlug(transaction, { id, meta_slug }, title)
  const isPublished = status === 'published'
  await transaction.thread.update({
    where: { id },
    data: {
      title,
      description: text,
      description_html: html,
      render_version,
      excerpt: excerptOf(html, threadExcerptLength),
      ...(isPublished && { edited_at: new Date() }),
    },
    select: { id: true },
  })
  if (isPublished)
    await notifyMentionedPeople({ transaction, jobs }, { thread_id: id, comment_id: null, html, author_id })
  return address
}
