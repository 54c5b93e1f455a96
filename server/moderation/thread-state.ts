import { maxPinned } from '#shared/forum/moderation.ts'
import type { ThreadStateChanges } from '#shared/forum/moderation.ts'
import { isPublic } from '#shared/forum/schema.ts'
import type { Thread } from '#shared/forum/schema.ts'
import type { Locale } from '#shared/locale.ts'
import type { ThreadStateAction } from '#shared/admin/audit.ts'
import { advisoryLockIds } from '../database/locks.ts'
import { db, Prisma } from '../database/db.ts'
import { addAuditEntry } from '../editing/audit.ts'
import { getThreadFacts, getThreadForMember, lockThread } from '../forum/threads.ts'
import { lockUsers, notify } from '../notifications/notify.ts'
import { FieldProblem, notFound } from '../problem.ts'
import type { ModerationContext } from '../texts/decisions.ts'
import { messageWithParams } from '../translate.ts'

type Transaction = Prisma.TransactionClient
type State = {
  id: number
  meta_slug: string
  author_id: number | null
  section_id: number
  section: string
  is_closed: boolean
  is_pinned: boolean
}
type StateChange = { deciding: ModerationContext; transaction: Transaction; state: State }

async function readState(transaction: Transaction, id: number): Promise<State> {
  const [state] = await transaction.$queryRaw<State[]>`
    SELECT thread.id, meta_slug, author_id, section_id, section.slug AS section,
           closed_at IS NOT NULL AS is_closed, pinned_at IS NOT NULL AS is_pinned
      FROM thread JOIN section ON section.id = section_id WHERE thread.id = ${id}`
  if (!state) throw notFound()
  return state
}

type Change = { action: ThreadStateAction; before: object; after: object }

const note = ({ deciding, transaction, state }: StateChange, { action, before, after }: Change) =>
  addAuditEntry(transaction, {
    actor_id: deciding.moderator.id,
    kind: 'thread',
    action,
    target: state.meta_slug,
    before,
    after,
  })

type Notice = { kind: 'thread_closed' | 'thread_moved'; key: string }

async function notifyAuthor({ deciding, transaction, state }: StateChange, { kind, key }: Notice) {
  const { id: thread_id, author_id: user_id } = state
  const { jobs, moderator } = deciding
  await notify({ transaction, jobs }, [{ user_id, kind }], { key, thread_id, actor_id: moderator.id })
}

/** Deletes the notification of a change that is undone now. Returns whether it existed. */
async function deleteNotice({ transaction, state }: StateChange, key: string): Promise<boolean> {
  const { count } = await transaction.notification.deleteMany({
    where: { user_id: state.author_id ?? 0, key: { startsWith: key } },
  })
  return count > 0
}

async function setClosed(act: StateChange, is_closed: boolean) {
  const { transaction, state } = act
  if (state.is_closed === is_closed) return
  await transaction.$executeRaw`UPDATE thread SET closed_at = CASE WHEN ${is_closed} THEN now() END WHERE id = ${state.id}`
  const entry = await note(act, {
    action: is_closed ? 'thread_closed' : 'thread_reopened',
    before: { is_closed: !is_closed },
    after: { is_closed },
  })
  const key = `closed:${state.id}:`
  if (is_closed) await notifyAuthor(act, { kind: 'thread_closed', key: key + entry })
  else await deleteNotice(act, key)
}

async function setSection(act: StateChange, slug: string) {
  const { transaction, state } = act
  if (state.section === slug) return
  // Locks the section's row. A section that is being removed is not found.
  const [section] = await transaction.$queryRaw<{ id: number }[]>`
    SELECT id FROM section WHERE slug = ${slug} AND successor_id IS NULL FOR KEY SHARE`
  if (!section) throw new FieldProblem('section', 'forum.thread.unknown_section')
  const data = { section_id: section.id, pinned_at: null }
  await transaction.thread.update({ where: { id: state.id }, data, select: { id: true } })
  const { is_pinned } = state
  const entry = await note(act, {
    action: 'thread_moved',
    before: { section: state.section, ...(is_pinned && { is_pinned }) },
    after: { section: slug, ...(is_pinned && { is_pinned: false }) },
  })
  const key = (from: number) => `moved:${state.id}:${from}:`
  const isBack = await deleteNotice(act, key(section.id))
  if (!isBack) await notifyAuthor(act, { kind: 'thread_moved', key: key(state.section_id) + entry })
}

async function setPinned(act: StateChange, is_pinned: boolean) {
  const { transaction, state } = act
  if (state.is_pinned === is_pinned) return
  if (is_pinned) {
    // Locks the section's row, so that concurrent pins count each other.
    await transaction.$queryRaw`SELECT FROM section WHERE id = ${state.section_id} FOR NO KEY UPDATE`
    const shown = { status: 'published', hidden_at: null, deleted_at: null } as const
    const where = { section_id: state.section_id, pinned_at: { not: null }, ...shown }
    if ((await transaction.thread.count({ where })) >= maxPinned)
      throw new FieldProblem('is_pinned', messageWithParams('moderation.too_many_pinned', { count: maxPinned }))
  }
  await transaction.$executeRaw`UPDATE thread SET pinned_at = CASE WHEN ${is_pinned} THEN now() END WHERE id = ${state.id}`
  await note(act, {
    action: is_pinned ? 'thread_pinned' : 'thread_unpinned',
    before: { is_pinned: !is_pinned },
    after: { is_pinned },
  })
}

/** Changes state or section of a thread. Idempotent. Throws 404, and 400 for a wrong section or too many pins. */
export async function changeThreadState(
  deciding: ModerationContext,
  meta_slug: string,
  { is_closed, is_pinned, section }: ThreadStateChanges,
  locale: Locale,
): Promise<Thread> {
  const { moderator } = deciding
  const { id, author_id } = await getThreadFacts(meta_slug, moderator)
  await db.$transaction(async (transaction) => {
    // Takes an advisory lock before all row locks, as `add_comment()` does.
    if (is_closed)
      await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${advisoryLockIds.closedThread}::int, ${id}::int)`
    if (author_id !== null) await lockUsers(transaction, Prisma.sql`${author_id}`)
    if (!isPublic(await lockThread(transaction, meta_slug, moderator))) throw notFound()
    const act = async (): Promise<StateChange> => ({ deciding, transaction, state: await readState(transaction, id) })
    if (is_closed !== undefined) await setClosed(await act(), is_closed)
    if (section !== undefined) await setSection(await act(), section)
    if (is_pinned !== undefined) await setPinned(await act(), is_pinned)
  })
  return getThreadForMember(moderator, meta_slug, locale)
}
