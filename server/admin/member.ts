import type { AuditAction } from '#shared/admin/audit.ts'
import type { BlockChange, AdminMember, MemberChanges } from '#shared/admin/members.ts'
import { isModerator } from '#shared/forum/schema.ts'
import { db } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import { addAuditEntry } from '../editing/audit.ts'
import type { Actor, WithEtag } from '../editing/edit.ts'
import { checkIfMatch, etagOf } from '../editing/entity-tag.ts'
import { FieldProblem, HttpProblem, notFound } from '../problem.ts'
import { applyAuthorHiding } from '../forum/author-hiding.ts'
import { blockMember, assertIsAdmin, isLastAdmin, lockAdmins, lockMember, unblockMember } from '../users/blocking.ts'

type Transaction = Prisma.TransactionClient

async function readMember(transaction: Transaction, id: number): Promise<AdminMember> {
  const user = await transaction.user.findUnique({
    where: { id, erased_at: null },
    select: {
      id: true,
      username: true,
      email: true,
      email_confirmed_at: true,
      first_name: true,
      last_name: true,
      avatar_color: true,
      language: true,
      created_at: true,
      role: true,
      is_team: true,
      blocked_at: true,
      block_reason: true,
      hides_content: true,
      held_at: true,
      access: { where: { source: 'granted' }, select: { tier: true, expires_at: true, reason: true } },
    },
  })
  if (!user) throw notFound()
  const { email_confirmed_at, created_at, blocked_at, block_reason, hides_content, held_at, access, role, ...rest } =
    user
  const [granted] = access
  return {
    ...rest,
    is_email_confirmed: email_confirmed_at !== null,
    created_at: created_at.toISOString(),
    role,
    granted_tier: granted?.tier ?? 0,
    granted_until: granted?.expires_at?.toISOString() ?? null,
    granted_reason: granted?.reason ?? '',
    block: blocked_at && { at: blocked_at.toISOString(), hides_content, reason: block_reason ?? '' },
    held_at: held_at?.toISOString() ?? null,
  }
}

const withEtagOf = (item: AdminMember): WithEtag<AdminMember> => ({ item, etag: etagOf(item) })

export const getMember = async (id: number): Promise<WithEtag<AdminMember>> => withEtagOf(await readMember(db, id))

/** State for the audit log. Without name and address, since the log is kept after the account is removed. */
const auditStateOf = ({ role, granted_tier, granted_until, granted_reason, block, held_at }: AdminMember) => ({
  role,
  granted_tier,
  granted_until,
  granted_reason,
  block,
  is_held: held_at !== null,
})

type Change = { id: number; if_match: string | undefined; editor: Actor }

type Write = (transaction: Transaction, before: AdminMember) => Promise<AuditAction>

/** Changes a member while the row is locked. Throws 403, 404, 412, 428. */
function changeLocked({ id, if_match, editor }: Change, write: Write): Promise<WithEtag<AdminMember>> {
  return db.$transaction(async (transaction) => {
    await lockAdmins(transaction)
    await assertIsAdmin(transaction, editor)
    await lockMember(transaction, id)
    const before = await readMember(transaction, id)
    checkIfMatch(if_match, before)
    const action = await write(transaction, before)
    const after = withEtagOf(await readMember(transaction, id))
    if (after.etag !== etagOf(before))
      await addAuditEntry(transaction, {
        actor_id: editor.id,
        kind: 'member',
        action,
        target: id,
        before: auditStateOf(before),
        after: auditStateOf(after.item),
      })
    return after
  })
}

const memberProblem = (key: 'own_role' | 'own_block' | 'last_admin' | 'team_account') =>
  new HttpProblem(409, `members.problem.${key}`, { code: key })

type Granted = Omit<MemberChanges, 'role'>

async function writeGrantedAccess(transaction: Transaction, user_id: number, granted: Granted, before: Granted) {
  const { granted_tier: tier, granted_until, granted_reason: reason } = granted
  const key = { user_id, source: 'granted' as const }
  if (tier === 0) return transaction.access.deleteMany({ where: key })
  const expires_at = granted_until === null ? null : new Date(granted_until)
  if (expires_at && expires_at.getTime() <= Date.now() && expires_at.toISOString() !== before.granted_until)
    throw new FieldProblem('granted_until', 'members.problem.past')
  const data = { tier, expires_at, reason }
  return transaction.access.upsert({ where: { user_id_source: key }, create: { ...key, ...data }, update: data })
}

export function changeMember(change: Change, { role, ...granted }: MemberChanges): Promise<WithEtag<AdminMember>> {
  return changeLocked(change, async (transaction, before) => {
    const { id } = before
    if (role !== before.role) {
      if (before.is_team) throw memberProblem('team_account')
      if (id === change.editor.id) throw memberProblem('own_role')
      if (await isLastAdmin(transaction, id)) throw memberProblem('last_admin')
      // A new moderator's account is released: texts are no longer held for review, and the member may write.
      const released = isModerator({ role }) && { held_at: null, silenced_until: null, silence_reason: null }
      const texts = released && before.held_at !== null && { texts_pending_at: new Date() }
      await transaction.user.update({ where: { id }, data: { role, ...released, ...texts }, select: { id: true } })
    }
    await writeGrantedAccess(transaction, id, granted, before)
    return 'changed'
  })
}

/** Maximum time in ms for hiding or showing texts in the admin's request. A job does the rest. */
const textsMaxMs = 5_000

export async function changeBlock(change: Change, { block }: BlockChange): Promise<WithEtag<AdminMember>> {
  const edited = await changeLocked(change, async (transaction, { id }) => {
    if (block === null) {
      await unblockMember(transaction, id)
      return 'member_unblocked'
    }
    if (id === change.editor.id) throw memberProblem('own_block')
    if (await isLastAdmin(transaction, id)) throw memberProblem('last_admin')
    await blockMember(transaction, id, block)
    return 'member_blocked'
  })
  // If this fails, a job hides or shows the texts later.
  await applyAuthorHiding(change.id, { maxMs: textsMaxMs }).catch(() => {})
  return edited
}
