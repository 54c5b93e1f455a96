import type { AuditAction } from '#shared/audit.ts'
import type { BlockChange, Member, MemberChanges } from '#shared/members.ts'
import { db } from '../db.ts'
import type { Prisma } from '../db.ts'
import { addAuditEntry } from '../editing/audit.ts'
import type { Actor, Edited } from '../editing/edit.ts'
import { checkIfMatch, entityTagOf } from '../editing/entity-tag.ts'
import { FieldProblem, forbidden, HttpProblem, notFound } from '../problem.ts'
import {
  adminsLock,
  blockingTimeoutMs,
  blockMember,
  isLastAdmin,
  lockMember,
  unblockMember,
} from '../users/blocking.ts'

type Transaction = Prisma.TransactionClient

async function readMember(transaction: Transaction, id: number): Promise<Member> {
  const user = await transaction.user.findUnique({
    where: { id },
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
      access: { where: { source: 'granted' }, select: { tier: true, expires_at: true, reason: true } },
    },
  })
  if (!user) throw notFound()
  const { email_confirmed_at, created_at, blocked_at, block_reason, hides_content, access, role, ...rest } = user
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
  }
}

const editedOf = (item: Member): Edited<Member> => ({ item, etag: entityTagOf(item) })

/** Throws 404. */
export const getMember = async (id: number): Promise<Edited<Member>> => editedOf(await readMember(db, id))

/** What the audit log keeps, also after the account was removed: neither name nor address. */
const stateOf = ({ role, granted_tier, granted_until, granted_reason, block }: Member) => ({
  role,
  granted_tier,
  granted_until,
  granted_reason,
  block,
})

type Change = { id: number; if_match: string | undefined; editor: Actor }

async function checkIsAdmin(transaction: Transaction, { id }: Actor): Promise<void> {
  if (id === null) return
  const where = { id, role: 'admin', blocked_at: null } as const
  if (!(await transaction.user.findFirst({ where, select: { id: true } }))) throw forbidden()
}

type Write = (transaction: Transaction, before: Member) => Promise<AuditAction>

/** Admins change one after the other, so that two who take the role from each other leave one. Throws 403, 404, 412, 428. */
function changeLocked({ id, if_match, editor }: Change, write: Write): Promise<Edited<Member>> {
  return db.$transaction(
    async (transaction) => {
      await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${adminsLock}::bigint)`
      await checkIsAdmin(transaction, editor)
      await lockMember(transaction, id)
      const before = await readMember(transaction, id)
      checkIfMatch(if_match, before)
      const action = await write(transaction, before)
      const after = editedOf(await readMember(transaction, id))
      if (after.etag !== entityTagOf(before))
        await addAuditEntry(transaction, {
          actor_id: editor.id,
          kind: 'member',
          action,
          target: id,
          before: stateOf(before),
          after: stateOf(after.item),
        })
      return after
    },
    { timeout: blockingTimeoutMs },
  )
}

const refused = (key: 'own_role' | 'own_block' | 'last_admin' | 'team_account') =>
  new HttpProblem(409, `members.problem.${key}`, { code: key })

type Granted = Omit<MemberChanges, 'role'>

async function writeGranted(transaction: Transaction, user_id: number, granted: Granted, before: Granted) {
  const { granted_tier: tier, granted_until, granted_reason: reason } = granted
  const key = { user_id, source: 'granted' as const }
  if (tier === 0) return transaction.access.deleteMany({ where: key })
  const expires_at = granted_until === null ? null : new Date(granted_until)
  if (expires_at && expires_at.getTime() <= Date.now() && expires_at.toISOString() !== before.granted_until)
    throw new FieldProblem('granted_until', 'members.problem.past')
  const data = { tier, expires_at, reason }
  return transaction.access.upsert({ where: { user_id_source: key }, create: { ...key, ...data }, update: data })
}

/** Role, and what is given without payment. */
export function changeMember(change: Change, { role, ...granted }: MemberChanges): Promise<Edited<Member>> {
  return changeLocked(change, async (transaction, before) => {
    const { id } = before
    if (role !== before.role) {
      if (before.is_team) throw refused('team_account')
      if (id === change.editor.id) throw refused('own_role')
      if (await isLastAdmin(transaction, id)) throw refused('last_admin')
      await transaction.user.update({ where: { id }, data: { role }, select: { id: true } })
    }
    await writeGranted(transaction, id, granted, before)
    return 'changed'
  })
}

/** Blocks, blocks otherwise, or takes it back. */
export function changeBlock(change: Change, { block }: BlockChange): Promise<Edited<Member>> {
  return changeLocked(change, async (transaction, { id }) => {
    if (block === null) {
      await unblockMember(transaction, id)
      return 'member_unblocked'
    }
    if (id === change.editor.id) throw refused('own_block')
    if (await isLastAdmin(transaction, id)) throw refused('last_admin')
    await blockMember(transaction, id, block)
    return 'member_blocked'
  })
}
