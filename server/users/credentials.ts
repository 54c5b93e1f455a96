import { Email, NewPassword, passwordError } from '#shared/users/schema.ts'
import type { Credentials, EmailChange, PasswordChange, PasswordReset } from '#shared/users/schema.ts'
import { db, isUniqueViolation } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import type { Jobs } from '../jobs.ts'
import { HttpProblem, FieldProblem } from '../problem.ts'
import { claimUnconfirmed } from './accounts.ts'
import { endLinks, endSessions, tokenHash, startSession } from './sessions.ts'
import type { IssuedSession } from './sessions.ts'
import { consumeToken, findUse, noteUse, useConfirmation } from '../mail/one-time-tokens.ts'
import { findByPassword, hashNewPassword, hashPassword, isWeakHash } from './passwords.ts'
import type { Guessable } from './passwords.ts'
import { confirmPassword, undoOnError, lockUnchanged, snapshotColumns, reauthenticate } from './reauthentication.ts'
import type { RequestContext, AccountSnapshot, ReauthenticationContext } from './reauthentication.ts'
import { addFailedSignIn, addPasswordEntry } from './staff-entries.ts'
import { queueMail } from './users.jobs.ts'

/** Null where the account changed since the password was verified, be it by a sign-in that hashed it anew. */
async function startVerifiedSession(
  user: AccountSnapshot,
  password: string,
  context: RequestContext,
): Promise<IssuedSession | null> {
  // Where the server is too busy, the next sign-in does it.
  const renew = () => hashPassword(password, context).catch(() => null)
  const password_hash = isWeakHash(user.password_hash ?? '') ? await renew() : null
  return db.$transaction(async (transaction) => {
    if (!(await lockUnchanged(transaction, user))) return null
    if (password_hash) await transaction.user.update({ where: { id: user.id }, data: { password_hash } })
    return startSession(transaction, user.id, context.device)
  })
}

/** Throws 401 for a wrong address and a wrong password alike, after the same time; 429 when tried too often. */
export async function signIn({ email: typed, password }: Credentials, context: RequestContext): Promise<IssuedSession> {
  const email = Email.safeParse(typed).data ?? ''
  const attempt = await context.loginThrottle.begin({ address: context.address, email })
  const prove = async () => {
    let found: AccountSnapshot | null = null
    const find = async () => (found = await db.user.findUnique({ where: { email }, select: snapshotColumns }))
    const user = await undoOnError(attempt, () => findByPassword(find, password, context))
    if (user) return user
    const id = (found as AccountSnapshot | null)?.id
    context.report('sign_in_failed', id)
    // Not waited for: the answer takes as long for every address.
    if (id !== undefined) void addFailedSignIn(id).catch(() => {})
    throw new HttpProblem(401, 'users.problem.wrong_credentials', { code: 'wrong_credentials' })
  }
  const user = await prove()
  await attempt.succeeded()
  const session = await startVerifiedSession(user, password, context)
  if (session) return session
  const again = await startVerifiedSession(await prove(), password, context)
  if (!again) throw new HttpProblem(503, 'problem.busy')
  return again
}

const namedColumns = { email: true, username: true, first_name: true, last_name: true } as const
type Named = Record<keyof typeof namedColumns, string>

const guessableOf = ({ email, ...names }: Named, { site }: RequestContext): Guessable => ({
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
    await addPasswordEntry(transaction, user_id, 'password_changed')
    await queueMail(context.jobs, transaction, { kind: 'password_changed', user_id })
    return startSession(transaction, user_id, context.device)
  })
  context.report('password_changed', user_id)
  return session
}

/** Queues a job for any address alike, so that nobody learns which has an account. */
export async function requestReset(jobs: Jobs, typed: string): Promise<void> {
  const email = Email.safeParse(typed).data
  if (email) await db.$transaction((transaction) => queueMail(jobs, transaction, { kind: 'reset', email }))
}

/** Mails the link that confirms the address again. */
export const resendConfirmation = (jobs: Jobs, user_id: number): Promise<void> =>
  db.$transaction((transaction) => queueMail(jobs, transaction, { kind: 'welcome', user_id }))

async function lockAddress(transaction: Prisma.TransactionClient, id: number) {
  const [user] = await transaction.$queryRaw<{ id: number; email: string; is_confirmed: boolean }[]>`
    SELECT id, email, email_confirmed_at IS NOT NULL AS is_confirmed FROM "user" WHERE id = ${id} FOR UPDATE`
  return user
}

/** Whether the account has the password, by the link that has just set it. Guesses count as log-ins. Throws 429. */
async function isResetAlready({ token, password }: PasswordReset, context: RequestContext): Promise<boolean> {
  const used = await findUse(db, 'reset_password', token)
  const user = used && (await db.user.findUnique({ where: { id: used.user_id }, select: snapshotColumns }))
  if (!user) return false
  return confirmPassword(user, 'token', password, context).then(
    () => true,
    (error: unknown) => (error instanceof FieldProblem ? false : Promise.reject(error)),
  )
}

/** Ends every session and the link with Google; the same again within some minutes does nothing. Throws FieldProblem: token, new_password. */
export async function resetPassword(reset: PasswordReset, context: RequestContext): Promise<void> {
  if ((await resetByLink(reset, context)) || (await isResetAlready(reset, context))) return
  throw new FieldProblem('token', 'users.problem.wrong_link')
}

/** False where the link opens nothing. */
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
    await (user.is_confirmed ? endSessions : claimUnconfirmed)(transaction, user.id)
    // Whoever opened the link reads the address, and whom Google signs in may not.
    await transaction.user.update({ where: { id: user.id }, data: { password_hash, google_sub: null } })
    await addPasswordEntry(transaction, user.id, 'password_reset')
    await queueMail(context.jobs, transaction, { kind: 'password_changed', user_id: user.id })
    await noteUse(transaction, 'reset_password', token, consumed)
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
    queueMail(context.jobs, transaction, { kind: 'confirm_new_address', user_id, email }),
  )
}

/** `was_confirmed`: by this very link, which was opened before. */
export async function confirmEmail(jobs: Jobs, token: string): Promise<{ email: string; was_confirmed: boolean }> {
  const wrongLink = new FieldProblem('token', 'users.problem.wrong_link')
  const confirm = async (transaction: Prisma.TransactionClient) => {
    const confirmation = await useConfirmation(transaction, token)
    const user = confirmation && (await lockAddress(transaction, confirmation.user_id))
    if (!user) throw wrongLink
    const { hash, user_id: id, email, purpose, was_used } = confirmation
    const isChanged = user.email !== email
    if (isChanged && (was_used || purpose === 'confirm_email')) throw wrongLink
    if (was_used) return { email, was_confirmed: true }
    if (isChanged) {
      await endLinks(transaction, id, hash)
      await transaction.oneTimeToken.deleteMany({ where: { user_id: id, hash: { not: hash } } })
      const former = { email: user.email, was_confirmed: user.is_confirmed }
      await queueMail(jobs, transaction, { kind: 'address_changed', user_id: id, ...former })
    }
    // Google was linked under the former address: who reads the new one may be another.
    const data = { email, email_confirmed_at: new Date(), ...(isChanged && { google_sub: null }) }
    await transaction.user.update({ where: { id }, data, select: { id: true } })
    return { email, was_confirmed: false }
  }
  return db.$transaction(confirm).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new FieldProblem('token', 'users.problem.taken_email') : error
  })
}
