import { canMarkAnswer } from '#shared/forum/answer.ts'
import type { ThreadStateAction } from '#shared/admin/audit.ts'
import { db } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import { addAuditEntry } from '../editing/audit.ts'
import { FieldProblem, HttpProblem } from '../problem.ts'
import { visibleComment } from '../texts/visibility.ts'
import type { Member } from '../texts/visibility.ts'
import { lockThread } from './threads.ts'

type Transaction = Prisma.TransactionClient
type Change = { is_mine: boolean; action: ThreadStateAction; before: number | null; after: number | null }

async function note(transaction: Transaction, member: Member, target: string, change: Change) {
  const { is_mine, action, before, after } = change
  if (is_mine) return
  const states = { before: { answer: before }, after: { answer: after } }
  await addAuditEntry(transaction, { actor_id: member.id, kind: 'thread', action, target, ...states })
}

async function lockAnswered(transaction: Transaction, member: Member, meta_slug: string) {
  const thread = await lockThread(transaction, meta_slug, member)
  if (!canMarkAnswer(member, thread)) throw new HttpProblem(403, 'forum.answer.not_yours', { code: 'forbidden' })
  const former = await transaction.threadAnswer.findUnique({ where: { thread_id: thread.id } })
  return { thread_id: thread.id, is_mine: thread.author_id === member.id, before: former?.comment_id ?? null }
}

/** Marks a comment as the answer, instead of an earlier one. Throws 400 unless it is a public comment of the thread. */
export const markAnswer = (member: Member, meta_slug: string, comment_id: number): Promise<void> =>
  db.$transaction(async (transaction) => {
    const { thread_id, is_mine, before } = await lockAnswered(transaction, member, meta_slug)
    const found = await transaction.$queryRaw<unknown[]>`
      SELECT id FROM comment WHERE id = ${comment_id} AND thread_id = ${thread_id} AND ${visibleComment(null)} FOR KEY SHARE`
    if (found.length === 0) throw new FieldProblem('comment_id', 'forum.answer.no_comment')
    if (before === comment_id) return
    await transaction.threadAnswer.upsert({
      where: { thread_id },
      create: { thread_id, comment_id },
      update: { comment_id },
      select: { thread_id: true },
    })
    await note(transaction, member, meta_slug, { is_mine, action: 'thread_answered', before, after: comment_id })
  })

export const unmarkAnswer = (member: Member, meta_slug: string): Promise<void> =>
  db.$transaction(async (transaction) => {
    const { thread_id, is_mine, before } = await lockAnswered(transaction, member, meta_slug)
    if (before === null) return
    await transaction.threadAnswer.deleteMany({ where: { thread_id } })
    await note(transaction, member, meta_slug, { is_mine, action: 'thread_unanswered', before, after: null })
  })
