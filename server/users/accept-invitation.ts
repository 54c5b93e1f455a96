import type { Locale } from '#shared/locale.ts'
import type { Invitation, InvitedUser } from '#shared/users/invitations.ts'
import { db, Prisma, queryRows } from '../database/db.ts'
import { addAuditEntry } from '../editing/audit.ts'
import { invalidToken, FieldProblem, HttpProblem } from '../problem.ts'
import { isoTimestamp } from '../sql/json-rows.ts'
import { addAccount, claimUnconfirmedAccount } from './accounts.ts'
import { lockAdmins, lockMember } from './blocking.ts'
import { findRecentTokenUse, recordTokenUse } from '../mail/one-time-tokens.ts'
import { hashNewPassword } from './passwords.ts'
import { confirmPassword, snapshotColumns } from './reauthentication.ts'
import type { RequestContext } from './reauthentication.ts'
import { startSession, tokenHash } from './sessions.ts'
import type { IssuedSession } from './sessions.ts'

type Transaction = Prisma.TransactionClient

/** SQL condition: the invitation has not expired, and its inviter is still an admin. */
const isValidInvitation = (token: string) => Prisma.sql`
  inviter.id = inviter_id AND inviter.role = 'admin' AND inviter.blocked_at IS NULL
  AND token_hash = ${tokenHash(token)} AND expires_at > now()`
const columns = Prisma.sql`invitation.email, invitation.role, inviter.username AS inviter, ${isoTimestamp('expires_at')} AS expires_at`

const wrongLink = () => new FieldProblem('token', 'users.invitation.problem.wrong_link')

export async function getInvitation(token: string): Promise<Invitation> {
  const [found] = await queryRows<Invitation>(
    Prisma.sql`SELECT ${columns} FROM invitation, "user" AS inviter WHERE ${isValidInvitation(token)}`,
  )
  if (!found) throw wrongLink()
  return found
}

async function consumeInvitation(transaction: Transaction, token: string): Promise<Invitation> {
  const [consumed] = await transaction.$queryRaw<Invitation[]>`
    DELETE FROM invitation USING "user" AS inviter WHERE ${isValidInvitation(token)} RETURNING ${columns}`
  if (!consumed) throw wrongLink()
  return consumed
}

/** Applies an invitation to a locked account. Throws 409 if it is another person's, or would demote an admin. */
async function applyInvitation(transaction: Transaction, id: number, token: string): Promise<void> {
  const account = await transaction.user.findFirst({
    where: { id, blocked_at: null, erased_at: null },
    select: { email: true, role: true, email_confirmed_at: true },
  })
  if (!account) throw invalidToken()
  const { email, role, inviter } = await consumeInvitation(transaction, token)
  if (email !== account.email)
    throw new HttpProblem(409, 'users.invitation.problem.other_address', { code: 'other_address' })
  if (account.role === 'admin') throw new HttpProblem(409, 'users.invitation.problem.admin', { code: 'admin' })
  const data = { role, email_confirmed_at: account.email_confirmed_at ?? new Date() }
  await transaction.user.update({ where: { id }, data, select: { id: true } })
  await addAuditEntry(transaction, {
    actor_id: id,
    kind: 'member',
    action: 'invitation_accepted',
    target: id,
    before: { role: account.role },
    after: { role, invited_by: inviter },
  })
  await recordTokenUse(transaction, 'invitation', token, { user_id: id, email, google_sub: null })
}

/** Gives the account the invited role. A retry within minutes does nothing. Throws FieldProblem: token; 409. */
export const acceptInvitation = (id: number, token: string): Promise<void> =>
  db.$transaction(async (transaction) => {
    await lockAdmins(transaction)
    await lockMember(transaction, id)
    if ((await findRecentTokenUse(transaction, 'invitation', token))?.user_id === id) return
    await applyInvitation(transaction, id, token)
  })

type NamedAccount = { email: string; first_name: string; last_name: string; password_hash: string; language: Locale }

async function claimAccount(transaction: Transaction, { email, ...account }: NamedAccount): Promise<number> {
  const [found] = await transaction.$queryRaw<{ id: number }[]>`
    SELECT id FROM "user"
     WHERE email = ${email} AND email_confirmed_at IS NULL AND blocked_at IS NULL AND NOT is_team FOR UPDATE`
  if (!found) throw new FieldProblem('email', 'users.problem.taken_email')
  await claimUnconfirmedAccount(transaction, found.id)
  await transaction.user.update({ where: { id: found.id }, data: account, select: { id: true } })
  return found.id
}

/** Signs in if this link has just registered an account with this password; else returns null. */
async function signInAgain({ token, password }: InvitedUser, context: RequestContext): Promise<IssuedSession | null> {
  const used = await findRecentTokenUse(db, 'invitation', token)
  const user = used && (await db.user.findUnique({ where: { id: used.user_id }, select: snapshotColumns }))
  const runLocked = user && (await confirmPassword(user, 'password', password, context))
  return runLocked && runLocked((transaction) => startSession(transaction, user.id, context.device))
}

/** Registers with a confirmed address and signs in. A retry signs in again. Throws FieldProblem. */
export const registerInvited = (invited: InvitedUser, language: Locale, context: RequestContext) =>
  registerByLink(invited, language, context).catch(async (error: unknown) => {
    const session = error instanceof FieldProblem ? await signInAgain(invited, context) : null
    return session ?? Promise.reject(error)
  })

async function registerByLink(
  { token, name, surname, password }: InvitedUser,
  language: Locale,
  context: RequestContext,
): Promise<IssuedSession> {
  const { email } = await getInvitation(token)
  const guessable = { email, names: [name, surname], site: context.site }
  const password_hash = await hashNewPassword(password, 'password', guessable, context)
  const account = { email, first_name: name, last_name: surname, password_hash, language }
  return db.$transaction(async (transaction) => {
    await lockAdmins(transaction)
    const added = await addAccount(transaction, `${name} ${surname}`, account, context.site)
    const id = added?.id ?? (await claimAccount(transaction, account))
    await applyInvitation(transaction, id, token)
    return startSession(transaction, id, context.device)
  })
}
