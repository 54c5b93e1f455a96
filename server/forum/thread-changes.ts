import { canDelete, canEdit, isModerator, restoreWindowMs } from '#shared/forum.ts'
import type { ThreadChanges } from '#shared/forum.ts'
import { db } from '../db.ts'
import { excerptOf, renderSubmitted, renderVersion } from '../markdown/markdown.ts'
import type { Jobs } from '../jobs.ts'
import { HttpProblem, notFound } from '../problem.ts'
import { addAuditEntry } from '../editing/audit.ts'
import { excerptLength, getSectionId, orUnknownSection } from './new-threads.ts'
import { checkPosting } from './posting-rules.ts'
import type { PostingRules } from './posting-rules.ts'
import { lockConcerned, removeText, untold } from './removed-texts.ts'
import { getThreadFacts, lockThread } from './threads.ts'
import type { Member } from './visibility.ts'

async function rendered(description: string, writer: number) {
  const description_html = await renderSubmitted(description, 'thread', 'description', writer)
  return {
    description,
    description_html,
    render_version: renderVersion,
    excerpt: excerptOf(description_html, excerptLength),
  }
}

/** A rejected one is submitted again by it. Throws 404 where it cannot be seen, 403 where it cannot be changed any more. */
export async function changeThread(
  member: Member,
  meta_slug: string,
  { title, section, description }: ThreadChanges,
  rules: PostingRules,
): Promise<void> {
  const text = description === undefined ? undefined : await rendered(description, member.id)
  await checkPosting(rules, member, null, text && { field: 'description', html: text.description_html })
  const changes = {
    ...(title !== undefined && { title }),
    ...(section !== undefined && { section_id: await getSectionId(section) }),
    ...text,
  }
  await db
    .$transaction(async (transaction) => {
      const thread = await lockThread(transaction, meta_slug, member)
      if (!canEdit(member, thread, Date.now()))
        throw new HttpProblem(403, 'forum.thread.not_editable', { code: 'forbidden' })
      if (thread.status === 'rejected') await rules.rateLimiter.consume('thread', `person ${member.id}`)
      const submitted = { status: 'pending', moderation_note: null, moderated_at: null } as const
      await transaction.thread.update({
        where: { id: thread.id },
        data: {
          ...changes,
          ...(thread.status === 'rejected' && submitted),
          ...(thread.status === 'published' && { edited_at: new Date() }),
        },
        select: { id: true },
      })
    })
    .catch(orUnknownSection)
}

/** Can be taken back for a while; what a moderator deletes of somebody else is a decision on it. */
export async function removeThread(member: Member, meta_slug: string, jobs: Jobs): Promise<void> {
  const { id, author_id } = await getThreadFacts(meta_slug, member)
  const target = { thread_id: id, comment_id: null, meta_slug }
  await db.$transaction(async (transaction) => {
    const isMine = author_id === member.id
    if (!isMine) await lockConcerned(transaction, target)
    const thread = await lockThread(transaction, meta_slug, member)
    if (!canDelete(member, thread)) throw new HttpProblem(403, 'forum.thread.not_yours', { code: 'forbidden' })
    if (isMine) await transaction.$executeRaw`UPDATE thread SET deleted_at = now() WHERE id = ${id}`
    else await removeText({ jobs, moderator: member }, transaction, target)
  })
}

type Deleted = { id: number; author_id: number | null; is_mine: boolean; is_removed: boolean }

/** By whoever deleted it: its author, or a moderator where one did. Throws 404 for all others, and when it is too late. */
export async function restoreThread(member: Member, meta_slug: string): Promise<void> {
  await db.$transaction(async (transaction) => {
    const [deleted] = await transaction.$queryRaw<Deleted[]>`
      SELECT id, author_id, author_id IS NOT DISTINCT FROM ${member.id} AS is_mine,
             (SELECT action FROM audit_entry
               WHERE at > deleted_at - interval '1 minute' AND target = meta_slug AND action IN ('thread_removed', 'thread_restored')
               ORDER BY at DESC, id DESC LIMIT 1) IS NOT DISTINCT FROM 'thread_removed' AS is_removed
        FROM thread WHERE meta_slug = ${meta_slug} AND deleted_at > now() - ${restoreWindowMs}::int * interval '1 millisecond'
         FOR NO KEY UPDATE`
    if (!deleted || !(deleted.is_removed ? isModerator(member) : deleted.is_mine)) throw notFound()
    await transaction.$executeRaw`UPDATE thread SET deleted_at = NULL WHERE id = ${deleted.id}`
    if (!deleted.is_removed) return
    await addAuditEntry(transaction, {
      actor_id: member.id,
      kind: 'thread',
      action: 'thread_restored',
      target: meta_slug,
    })
    await transaction.$executeRaw(untold(deleted.author_id, { thread_id: deleted.id, comment_id: null }))
  })
}
