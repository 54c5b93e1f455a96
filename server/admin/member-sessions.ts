import type { MemberSessionPage } from '#shared/admin/members.ts'
import { db } from '../database/db.ts'
import { addAuditEntry } from '../editing/audit.ts'
import type { Actor, Editor } from '../editing/edit.ts'
import type { Jobs } from '../jobs.ts'
import { HttpProblem, notFound } from '../problem.ts'
import { endSessions } from '../users/sessions.ts'
import { queueUserMail } from '../users/users.jobs.ts'

async function getState(id: number) {
  const user = await db.user.findUnique({ where: { id }, select: { blocked_at: true, email_confirmed_at: true } })
  if (!user) throw notFound()
  return user
}

/** Lists a member's sessions, last used first. A blocked member has none that is valid. Throws 404. */
export async function listMemberSessions(id: number): Promise<MemberSessionPage> {
  const { blocked_at } = await getState(id)
  if (blocked_at) return { results: [], next: null }
  const sessions = await db.session.findMany({
    where: { user_id: id },
    orderBy: [{ last_used_at: 'desc' }, { id: 'desc' }],
    select: { id: true, device: true, created_at: true, last_used_at: true },
  })
  return {
    results: sessions.map(({ created_at, last_used_at, ...session }) => ({
      ...session,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at.toISOString(),
    })),
    next: null,
  }
}

export async function endMemberSession({ id: actor_id }: Editor, user_id: number, id: string): Promise<void> {
  await db.$transaction(async (transaction) => {
    const { count } = await transaction.session.deleteMany({ where: { id, user_id } })
    if (count === 0) throw notFound()
    await addAuditEntry(transaction, { actor_id, kind: 'member', action: 'member_session_ended', target: user_id })
  })
}

/** Ends a member's sessions, and the mailed links to reset a password or change an address. Throws 404. */
export async function endMemberSessions({ id: actor_id }: Actor, user_id: number): Promise<void> {
  await getState(user_id)
  await db.$transaction(async (transaction) => {
    await endSessions(transaction, user_id)
    await addAuditEntry(transaction, { actor_id, kind: 'member', action: 'member_signed_out', target: user_id })
  })
}

export async function resendMemberConfirmation(jobs: Jobs, { id: actor_id }: Editor, user_id: number): Promise<void> {
  const { blocked_at, email_confirmed_at } = await getState(user_id)
  if (blocked_at) throw new HttpProblem(409, 'members.problem.blocked', { code: 'blocked' })
  if (email_confirmed_at) throw new HttpProblem(409, 'members.problem.confirmed', { code: 'confirmed' })
  await db.$transaction(async (transaction) => {
    await queueUserMail(jobs, transaction, { kind: 'welcome', user_id })
    await addAuditEntry(transaction, { actor_id, kind: 'member', action: 'confirmation_sent', target: user_id })
  })
}
