import { Email, NewPassword, passwordError } from '#shared/users/schema.ts'
import type { Credentials, EmailChange, PasswordChange, PasswordReset } from '#shared/users/schema.ts'
import { db, isUniqueViolation } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import type { Jobs } from '../jobs.ts'
import { HttpProblem, FieldProblem } from '../problem.ts'
import { claimUnconfirmedAccount } from './accounts.ts'
import { endMailedLinks, endSessions, tokenHash, startSession } from './sessions.ts'
import type { IssuedSession } from './sessions.ts'
import { consumeToken, findRecentTokenUse, recordTokenUse, consumeConfirmation } from '../mail/one-time-tokens.ts'
import { findByPassword, hashNewPassword, hashPassword, isWeakHash } from './passwords.ts'
import type { GuessableFacts } from './passwords.ts'
import {
  confirmPassword,
  undoAttemptOnError,
  lockIfUnchanged,
  snapshotColumns,
  reauthenticate,
} from './reauthentication.ts'
import type { RequestContext, AccountSnapshot, ReauthenticationContext } from './reauthentication.ts'
import { addFailedSignInAuditEntry, addPasswordAuditEntry } from './staff-entries.ts'
import { queueUserMail } from './users.jobs.ts'

/** Starts a session. Returns null if the account changed since the password was verified. */
async function startVerifiedSession(
  user: AccountSnapshot,
  password: string,
  context: RequestContext,
): Promise<IssuedSession | null> {
  const rehash = () => hashPassword(password, context).catch(() => null)
  const password_hash = isWeakHash(user.password_hash ?? '') ? await rehash() : null
  return db.$transaction(async (transaction) => {
    if (!(await lockIfUnchanged(transaction, user))) return null
    if (password_hash) await transaction.user.update({ where: { id: user.id }, data: { password_hash } })
    return startSession(transaction, user.id, context.device)
  })
}

/** Signs in. Throws 401 (for an unknown address as late as for a wrong password), or 429 after many tries. */
export async function signIn({ email: typed, password }: Credentials, context: RequestContext): Promise<IssuedSession> {
  const email = Email.safeParse(typed).data ?? ''
  const attempt = await context.loginThrottle.begin({ address: context.address, email })
  const authenticate = async () => {
    let found: AccountSnapshot | null = null
    const find = async () => (found = await db.user.findUnique({ where: { email }, select: snapshotColumns }))
    const user = await undoAttemptOnError(attempt, () => findByPassword(find, password, context))
    if (user) return user
    const id = (found as AccountSnapshot | null)?.id
    context.report('sign_in_failed', id)
    // Not awaited: the response takes the same time for every address.
    if (id !== undefined) void addFailedSignInAuditEntry(id).catch(() => {})
    throw new HttpProblem(401, 'users.problem.wrong_credentials', { code: 'wrong_credentials' })
  }
  const user = await authenticate()
  await attempt.succeeded()
  const session = await startVerifiedSession(user, password, context)
  if (session) return session
  const again = await startVerifiedSession(await authenticate(), password, context)
  if (!again) throw new HttpProblem(503, 'problem.busy')
  return again
}

const namedColumns = { email: true, username: true, first_name: true, last_name: true } as const
type Named = Record<keyof typeof namedColumns, string>

const guessableOf = ({ email, ...names }: Named, { site }: RequestContext): GuessableFacts => ({
  email,
  names: Object.values(names),
  site,
})

export async function changePassword(
  user_id: number,
  { current_password, google, new_password }: PasswordChange,
  context: ReauthenticationContext,
): Promise<IssuedSession> {
  const runLocked = await reauthenticate(
    user_id,
    { field: 'current_password', password: current_password, google },
    context,
  )
  const named = await db.user.findUniqueOrThrow({ where: { id: user_id }, select: namedColumns })
  const password_hash = await hashNewPassword(new_password, 'new_password', guessableOf(named, context), context)
  const session = await runLocked(async (transaction) => {
    await transaction.user.update({ where: { id: user_id }, data: { password_hash } })
    await endSessions(transaction, user_id)
    await addPasswordAuditEntry(transaction, user_id, 'password_changed')
    await queueUserMail(context.jobs, transaction, { kind: 'password_changed', user_id })
    return startSession(transaction, user_id, context.device)
  })
  context.report('password_changed', user_id)
  return session
}

/** Queues a job for any address, so that the response does not reveal whether it has an account. */
export async function requestPasswordReset(jobs: Jobs, typed: string): Promise<void> {
  const email = Email.safeParse(typed).data
  if (email) await db.$transaction((transaction) => queueUserMail(jobs, transaction, { kind: 'reset', email }))
}

export const resendConfirmation = (jobs: Jobs, user_id: number): Promise<void> =>
  db.$transaction((transaction) => queueUserMail(jobs, transaction, { kind: 'welcome', user_id }))

async function lockAddress(transaction: Prisma.TransactionClient, id: number) {
  const [user] = await transaction.$queryRaw<{ id: number; email: string; is_confirmed: boolean }[]>`
    SELECT id, email, email_confirmed_at IS NOT NULL AS is_confirmed FROM "user" WHERE id = ${id} FOR UPDATE`
  return user
}

/** True if this request repeats a reset that succeeded. Counts towards the limit of sign-ins. Throws 429. */
async function isResetAlready({ token, password }: PasswordReset, context: RequestContext): Promise<boolean> {
  const used = await findRecentTokenUse(db, 'reset_password', token)
  const user = used && (await db.user.findUnique({ where: { id: used.user_id }, select: snapshotColumns }))
  if (!user) return false
  return confirmPassword(user, 'token', password, context).then(
    () => true,
    (error: unknown) => (error instanceof FieldProblem ? false : Promise.reject(error)),
  )
}

/** Sets a password by a mailed link, ends sessions, unlinks Google. Throws FieldProblem: token, new_password. */
export async function resetPassword(reset: PasswordReset, context: RequestContext): Promise<void> {
  if ((await resetByLink(reset, context)) || (await isResetAlready(reset, context))) return
  throw new FieldProblem('token', 'users.problem.wrong_link')
}

async function resetByLink({ token, password }: PasswordReset, context: RequestContext): Promise<boolean> {
  const found = await db.oneTimeToken.findFirst({
    where: { hash: tokenHash(token), purpose: 'reset_password', used_at: null, expires_at: { gt: new Date() } },
    select: { user_id: true, user: { select: namedColumns } },
  })
  if (!found) return false
  const problem = NewPassword.safeParse(password)
  if (!problem.success) throw new FieldProblem('new_password', passwordError.error)
  const password_hash = await hashNewPassword(password, 'new_password', guessableOf(found.user, context), context)
  const isReset = await db.$transaction(async (transaction) => {
    const consumed = await consumeToken(transaction, 'reset_password', token)
    const user = consumed && (await lockAddress(transaction, consumed.user_id))
    if (!user || consumed.email !== user.email) return false
    await (user.is_confirmed ? endSessions : claimUnconfirmedAccount)(transaction, user.id)
    // Unlinks the Google account: it may belong to a person other than the owner of the mailbox.
    await transaction.user.update({ where: { id: user.id }, data: { password_hash, google_sub: null } })
    await addPasswordAuditEntry(transaction, user.id, 'password_reset')
    await queueUserMail(context.jobs, transaction, { kind: 'password_changed', user_id: user.id })
    await recordTokenUse(transaction, 'reset_password', token, consumed)
    return true
  })
  if (isReset) context.report('password_changed', found.user_id)
  return isReset
}

export async function requestEmailChange(
  user_id: number,
  { email, password, google }: EmailChange,
  context: ReauthenticationContext,
): Promise<void> {
  const runLocked = await reauthenticate(user_id, { field: 'password', password, google }, context)
  if (await db.user.findFirst({ where: { email, NOT: { id: user_id } }, select: { id: true } }))
    throw new FieldProblem('email', 'users.problem.taken_email')
  await runLocked((transaction) =>
    queueUserMail(context.jobs, transaction, { kind: 'confirm_new_address', user_id, email }),
  )
}

export async function confirmEmail(jobs: Jobs, token: string): Promise<{ email: string; was_confirmed: boolean }> {
  const wrongLink = new FieldProblem('token', 'users.problem.wrong_link')
  const confirm = async (transaction: Prisma.TransactionClient) => {
    const confirmation = await consumeConfirmation(transaction, token)
    const user = confirmation && (await lockAddress(transaction, confirmation.user_id))
    if (!user) throw wrongLink
    const { hash, user_id: id, email, purpose, was_used } = confirmation
    const isChanged = user.email !== email
    if (isChanged && (was_used || purpose === 'confirm_email')) throw wrongLink
    if (was_used) return { email, was_confirmed: true }
    if (isChanged) {
      await endMailedLinks(transaction, id, hash)
      await transaction.oneTimeToken.deleteMany({ where: { user_id: id, hash: { not: hash } } })
      const former = { email: user.email, was_confirmed: user.is_confirmed }
      await queueUserMail(jobs, transaction, { kind: 'address_changed', user_id: id, ...former })
    }
    // Unlinks the Google account: the new mailbox may belong to another person.
    const data = { email, email_confirmed_at: new Date(), ...(isChanged && { google_sub: null }) }
    await transaction.user.update({ where: { id }, data, select: { id: true } })
    return { email, was_confirmed: false }
  }
  return db.$transaction(confirm).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new FieldProblem('token', 'users.problem.taken_email') : error
  })
}
