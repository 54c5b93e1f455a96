import type { AdminInvitation, NewInvitation } from '#shared/users/invitations.ts'
import { db } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import { addAuditEntry, findCreatedId } from '../editing/audit.ts'
import type { Editor } from '../editing/edit.ts'
import type { Jobs } from '../jobs.ts'
import { FieldProblem, notFound } from '../problem.ts'
import { assertIsAdmin, lockAdmins } from './blocking.ts'
import { queueInvitation } from './invitations.jobs.ts'

type Transaction = Prisma.TransactionClient

const lifetimeMs = 7 * 86_400_000

const columns = {
  id: true,
  email: true,
  role: true,
  language: true,
  sent_at: true,
  expires_at: true,
  inviter: { select: { username: true, role: true, blocked_at: true } },
} satisfies Prisma.InvitationSelect
type Row = Prisma.InvitationGetPayload<{ select: typeof columns }>

const invitationOf = ({ inviter, role, sent_at, expires_at, ...rest }: Row): AdminInvitation => ({
  ...rest,
  role: role as AdminInvitation['role'],
  inviter: inviter.username,
  is_void: inviter.role !== 'admin' || inviter.blocked_at !== null,
  sent_at: sent_at.toISOString(),
  expires_at: expires_at.toISOString(),
  is_expired: expires_at <= new Date(),
})

export async function listInvitations(): Promise<AdminInvitation[]> {
  const rows = await db.invitation.findMany({ select: columns, orderBy: [{ sent_at: 'desc' }, { id: 'desc' }] })
  return rows.map(invitationOf)
}

/** Masks an address, since the audit log is kept after an account is removed. */
const maskedAddress = (email: string) => email.replace(/^(.).*@/u, '$1…@')
const auditStateOf = ({ email, role, language }: Row) => ({ name: maskedAddress(email), role, language })

async function findRow(transaction: Transaction, id: number): Promise<Row> {
  const row = await transaction.invitation.findUnique({ where: { id }, select: columns })
  if (!row) throw notFound()
  return row
}

type Action = 'invitation_sent' | 'invitation_resent' | 'invitation_withdrawn'

/** Runs a write while other writes of admins wait. Throws 403 if the editor is no longer an admin. */
function writeLocked(editor: Editor, action: Action, write: (transaction: Transaction) => Promise<Row>): Promise<Row> {
  return db.$transaction(async (transaction) => {
    await lockAdmins(transaction)
    await assertIsAdmin(transaction, editor)
    const written = await findCreatedId(transaction, editor, { kind: 'invitation', action })
    if (written !== null) return findRow(transaction, written)
    const row = await write(transaction)
    const state = action === 'invitation_withdrawn' ? { before: auditStateOf(row) } : { after: auditStateOf(row) }
    const { id: actor_id, request_key } = editor
    await addAuditEntry(transaction, { actor_id, kind: 'invitation', action, target: row.id, request_key, ...state })
    return row
  })
}

function sentInvitation({ id: inviter_id }: Editor) {
  const sent_at = new Date()
  return { inviter_id, sent_at, expires_at: new Date(sent_at.getTime() + lifetimeMs), token_hash: null }
}

async function checkIsInvitable(transaction: Transaction, { email, role }: NewInvitation): Promise<void> {
  const account = await transaction.user.findUnique({
    where: { email },
    select: { role: true, is_team: true, blocked_at: true },
  })
  if (account?.is_team || account?.blocked_at) throw new FieldProblem('email', 'users.invitation.problem.blocked')
  if (account && (account.role === role || account.role === 'admin'))
    throw new FieldProblem('email', 'users.invitation.problem.has_role')
  const open = { email, expires_at: { gt: new Date() } }
  if ((await transaction.invitation.count({ where: open })) > 0)
    throw new FieldProblem('email', 'users.invitation.problem.open')
}

type Inviting = { invitation: NewInvitation; limit: () => Promise<void> }

/** Mails an invitation, valid once within 7 days. A retry sends no mail and counts towards no limit. */
export async function createInvitation(
  jobs: Jobs,
  editor: Editor,
  { invitation, limit }: Inviting,
): Promise<AdminInvitation> {
  const row = await writeLocked(editor, 'invitation_sent', async (transaction) => {
    await checkIsInvitable(transaction, invitation)
    await limit()
    await transaction.invitation.deleteMany({ where: { email: invitation.email } })
    const added = await transaction.invitation.create({
      data: { ...invitation, ...sentInvitation(editor) },
      select: columns,
    })
    await queueInvitation(jobs, transaction, added)
    return added
  })
  return invitationOf(row)
}

export async function getInvitedEmail(id: number): Promise<string> {
  const row = await db.invitation.findUnique({ where: { id }, select: { email: true } })
  if (!row) throw notFound()
  return row.email
}

/** Extends the invitation by 7 days with a new link. The editor becomes its inviter. */
export async function resendInvitation(jobs: Jobs, editor: Editor, id: number): Promise<AdminInvitation> {
  const row = await writeLocked(editor, 'invitation_resent', async (transaction) => {
    const { count } = await transaction.invitation.updateMany({ where: { id }, data: sentInvitation(editor) })
    if (count === 0) throw notFound()
    const sent = await transaction.invitation.findUniqueOrThrow({ where: { id }, select: columns })
    await queueInvitation(jobs, transaction, sent)
    return sent
  })
  return invitationOf(row)
}

export async function withdrawInvitation(editor: Editor, id: number): Promise<void> {
  await writeLocked(editor, 'invitation_withdrawn', async (transaction) => {
    const row = await findRow(transaction, id)
    await transaction.invitation.delete({ where: { id }, select: { id: true } })
    return row
  })
}
