import type { MemberAuditAction } from '#shared/admin/audit.ts'
import type { ForumMember, NewSilence } from '#shared/forum/moderation.ts'
import { isModerator } from '#shared/forum/schema.ts'
import type { Role } from '#shared/users/schema.ts'
import { db, Prisma } from '../database/db.ts'
import { addAuditEntry } from '../editing/audit.ts'
import { notify } from '../notifications/notify.ts'
import type { NotificationEvent } from '../notifications/notify.ts'
import { HttpProblem, notFound } from '../problem.ts'
import { isoTimestamp } from '../sql/json-rows.ts'
import type { ModerationContext } from '../texts/decisions.ts'
import { applyAuthorHiding, requestAuthorHiding } from '../forum/author-hiding.ts'

type Transaction = Prisma.TransactionClient
type Row = {
  id: number
  username: string
  role: Role
  is_team: boolean
  held_at: Date | null
  silence: ForumMember['silence']
}

async function readRow(client: Pick<Transaction, '$queryRaw'>, username: string, lock = Prisma.empty): Promise<Row> {
  const [row] = await client.$queryRaw<Row[]>`
    SELECT id, username, role::text, is_team, held_at,
           CASE WHEN silenced_until > now() THEN json_build_object('until', ${isoTimestamp('silenced_until')}, 'reason', silence_reason) END AS silence
      FROM "user" WHERE username = ${username} AND erased_at IS NULL ${lock}`
  if (!row) throw notFound()
  return row
}

const isExempt = ({ role, is_team }: Row) => is_team || isModerator({ role })

const memberOf = (row: Row): ForumMember => ({
  username: row.username,
  is_exempt: isExempt(row),
  held_at: row.held_at?.toISOString() ?? null,
  silence: row.silence,
})

export const getForumMember = async (username: string): Promise<ForumMember> => memberOf(await readRow(db, username))

type Notice = Pick<NotificationEvent, 'note' | 'ends_at'> & { kind: 'silenced' | 'silence_ended' }
type Change = { action: MemberAuditAction; data: Prisma.UserUpdateInput; note?: string | undefined; notice?: Notice }
type Decide = (transaction: Transaction, row: Row) => Promise<Change | null>

/** Changes a member, whose row is locked, so that running writes end first. `decide` returns null for no change. */
function changeMember({ jobs, moderator }: ModerationContext, username: string, decide: Decide): Promise<Row> {
  return db.$transaction(async (transaction) => {
    const row = await readRow(transaction, username, Prisma.sql`FOR UPDATE`)
    const change = await decide(transaction, row)
    if (!change) return row
    const { action, data, note, notice } = change
    await transaction.user.update({ where: { id: row.id }, data, select: { id: true } })
    const after = await readRow(transaction, username)
    const entry = await addAuditEntry(transaction, {
      actor_id: moderator.id,
      kind: 'member',
      action,
      target: row.id,
      note,
      before: stateOf(row),
      after: stateOf(after),
    })
    if (!notice) return after
    const { kind, ...event } = notice
    const key = `silence:${entry}`
    await notify({ transaction, jobs }, [{ user_id: row.id, kind }], { key, actor_id: moderator.id, ...event })
    return after
  })
}

const stateOf = ({ held_at, silence }: Row) => ({ is_held: held_at !== null, silence })

function assertNotExempt(row: Row): void {
  if (isExempt(row)) throw new HttpProblem(403, 'moderation.exempt', { code: 'forbidden' })
}

const textsMaxMs = 5_000 // milliseconds that a moderator waits; a job does the rest

async function changeTexts(row: Row): Promise<ForumMember> {
  await applyAuthorHiding(row.id, { maxMs: textsMaxMs }).catch(() => {}) // a job continues after a failure
  return memberOf(row)
}

/** Hides a spammer's texts and holds new ones for review. Idempotent. Throws 404, and 403 for moderators. */
export async function holdMember(deciding: ModerationContext, username: string, note?: string): Promise<ForumMember> {
  const row = await changeMember(deciding, username, async (transaction, before) => {
    assertNotExempt(before)
    if (before.held_at) return null
    // Reads the clock after the row lock, so that texts written before it are included.
    const [clock] = await transaction.$queryRaw<
      { held_at: Date }[]
    >`SELECT clock_timestamp()::timestamptz(3) AS held_at`
    await requestAuthorHiding(transaction, before.id)
    return { action: 'member_held', data: { held_at: clock?.held_at ?? new Date() }, note }
  })
  return changeTexts(row)
}

/** Releases a held member. Shows the texts that were hidden; pending texts remain pending. Idempotent. */
export async function releaseMember(deciding: ModerationContext, username: string): Promise<ForumMember> {
  const row = await changeMember(deciding, username, async (transaction, { id, held_at }) => {
    if (!held_at) return null
    await requestAuthorHiding(transaction, id)
    return { action: 'member_released', data: { held_at: null } }
  })
  return changeTexts(row)
}

const dayMs = 86_400_000

/** Silences a member, instead of an earlier silence, and notifies the member. Throws 404, and 403 for moderators. */
export async function silenceMember(
  deciding: ModerationContext,
  username: string,
  { days, reason }: NewSilence,
): Promise<ForumMember> {
  const row = await changeMember(deciding, username, async (_transaction, before) => {
    assertNotExempt(before)
    const ends_at = new Date(Date.now() + days * dayMs)
    return {
      action: 'member_silenced',
      data: { silenced_until: ends_at, silence_reason: reason },
      notice: { kind: 'silenced', note: reason, ends_at },
    }
  })
  return memberOf(row)
}

export async function endSilence(deciding: ModerationContext, username: string): Promise<ForumMember> {
  const row = await changeMember(deciding, username, async (_transaction, { silence }) =>
    silence
      ? {
          action: 'silence_ended',
          data: { silenced_until: null, silence_reason: null },
          notice: { kind: 'silence_ended' },
        }
      : null,
  )
  return memberOf(row)
}
