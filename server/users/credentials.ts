import type { Locale } from '#shared/locale.ts'
import { Email, NewPassword } from '#shared/users.ts'
import type { Credentials, EmailChange, PasswordChange, PasswordReset } from '#shared/users.ts'
import { db, isTaken } from '../db.ts'
import type { Prisma } from '../db.ts'
import { Refusal, WrongField } from '../problem.ts'
import { endLinks, endSessions, hashOf, startSession } from './sessions.ts'
import type { Fresh } from './sessions.ts'
import { takeToken } from './one-time-tokens.ts'
import { findByPassword, findWeakness, hashPassword } from './passwords.ts'
import type { IsGone } from './passwords.ts'
import type { Attempt, LoginThrottle } from '../throttle.ts'
import { queueMail } from './users.jobs.ts'

/** Where a request comes from: for the list of sign-ins, and for whatever slows guessing. */
export type Origin = { address: string; device: string; throttle: LoginThrottle; isGone: IsGone }

/** A try whose password nobody could look at, as when the server is busy, was none. */
async function checked<Result>(attempt: Attempt, look: () => Promise<Result>): Promise<Result> {
  return look().catch(async (error: unknown) => {
    await attempt.undone()
    throw error
  })
}

/** A person as the password was looked at. */
type Proven = { id: number; email: string; password_hash: string | null; links_ended_at: Date | null }
const provenColumns = { id: true, email: true, password_hash: true, links_ended_at: true } as const

/** Locks a person; false when the password was changed, or every sign-in ended, since the password was looked at. */
async function lockUnchanged(
  transaction: Prisma.TransactionClient,
  { id, password_hash, links_ended_at }: Proven,
): Promise<boolean> {
  const locked = await transaction.$queryRaw<object[]>`
    SELECT id FROM "user"
     WHERE id = ${id} AND password_hash IS NOT DISTINCT FROM ${password_hash}
       AND links_ended_at IS NOT DISTINCT FROM ${links_ended_at}::timestamptz
       FOR UPDATE`
  return locked.length === 1
}

/** Throws 401 for a wrong address and a wrong password alike, after the same time; 429 when tried too often. */
export async function signIn(
  { email: typed, password }: Credentials,
  { address, device, throttle, isGone }: Origin,
): Promise<Fresh> {
  const email = Email.safeParse(typed).data ?? ''
  const attempt = await throttle.begin({ address, email })
  const find = () => db.user.findUnique({ where: { email }, select: provenColumns })
  const user = await checked(attempt, () => findByPassword(find, password, isGone))
  const wrong = new Refusal(401, 'users.problem.wrong_credentials', { code: 'wrong_credentials' })
  if (!user) throw wrong
  await attempt.succeeded()
  return db.$transaction(async (transaction) => {
    if (!(await lockUnchanged(transaction, user))) throw wrong
    return startSession(transaction, user.id, device)
  })
}

/**
 * Asked again for what matters; whoever has no password yet has proven enough by the session. Answers what does the deed,
 * in a transaction in which the person is locked and still the one who was asked. Throws WrongField.
 */
async function confirmPassword(
  user_id: number,
  field: string,
  password: string | undefined,
  { address, throttle, isGone }: Origin,
) {
  const user = await db.user.findUniqueOrThrow({ where: { id: user_id }, select: provenColumns })
  const wrong = new WrongField(field, 'users.problem.wrong_password')
  if (user.password_hash !== null) {
    const attempt = await throttle.begin({ address, email: user.email })
    if (!(await checked(attempt, () => findByPassword(async () => user, password ?? '', isGone)))) throw wrong
    await attempt.succeeded()
  }
  const act = <Result>(work: (transaction: Prisma.TransactionClient) => Promise<Result>) =>
    db.$transaction(async (transaction) => {
      if (!(await lockUnchanged(transaction, user))) throw wrong
      return work(transaction)
    })
  return { email: user.email, act }
}

/** Every other sign-in ends; this browser goes on with the session that is answered. */
export async function changePassword(
  user_id: number,
  { current_password, new_password }: PasswordChange,
  origin: Origin,
): Promise<Fresh> {
  const { email, act } = await confirmPassword(user_id, 'current_password', current_password, origin)
  const weakness = await findWeakness(new_password, email)
  if (weakness) throw new WrongField('new_password', weakness)
  const password_hash = await hashPassword(new_password)
  return act(async (transaction) => {
    await transaction.user.update({ where: { id: user_id }, data: { password_hash } })
    await endSessions(transaction, user_id)
    await queueMail(transaction, { kind: 'password_changed', user_id })
    return startSession(transaction, user_id, origin.device)
  })
}

/** Queues the same for every address, so that nobody learns which has an account. */
export async function requestReset(typed: string, locale: Locale): Promise<void> {
  const email = Email.safeParse(typed).data
  if (email) await db.$transaction((transaction) => queueMail(transaction, { kind: 'reset', email, locale }))
}

/** Sets a new password by the link of a mail, once, and ends every sign-in. Throws WrongField: token or new_password. */
export async function resetPassword({ token, password }: PasswordReset): Promise<void> {
  const wrongLink = new WrongField('token', 'users.problem.wrong_link')
  const found = await db.oneTimeToken.findFirst({
    where: { hash: hashOf(token), purpose: 'reset_password', expires_at: { gt: new Date() } },
    select: { user: { select: { email: true } } },
  })
  if (!found) throw wrongLink
  const problem = NewPassword.safeParse(password)
  if (!problem.success) throw new WrongField('new_password', 'users.problem.password_length')
  const weakness = await findWeakness(password, found.user.email)
  if (weakness) throw new WrongField('new_password', weakness)
  const password_hash = await hashPassword(password)
  await db.$transaction(async (transaction) => {
    const taken = await takeToken(transaction, 'reset_password', token)
    if (!taken) throw wrongLink
    const { user_id: id, email } = taken
    // A link that was sent to a former address opens nothing.
    const { count } = await transaction.user.updateMany({ where: { id, email: email ?? '' }, data: { password_hash } })
    if (count === 0) throw wrongLink
    // The link was opened in the mail: whoever has it reads that address.
    await transaction.user.updateMany({
      where: { id, email_confirmed_at: null },
      data: { email_confirmed_at: new Date() },
    })
    await endSessions(transaction, id)
    await queueMail(transaction, { kind: 'password_changed', user_id: id })
  })
}

/** Queues the mail that confirms the new address at the new address, where that may get one. Throws WrongField. */
export async function requestEmailChange(
  user_id: number,
  { email, password }: EmailChange,
  origin: Origin,
  mayGetMail: () => Promise<boolean>,
) {
  const { act } = await confirmPassword(user_id, 'password', password, origin)
  if (await db.user.findFirst({ where: { email, NOT: { id: user_id } }, select: { id: true } }))
    throw new WrongField('email', 'users.problem.taken_email')
  if (!(await mayGetMail())) return
  await act((transaction) => queueMail(transaction, { kind: 'confirm_new_address', user_id, email }))
}

/** The link of a mail that proves an address: the account's own, or one to change to. Throws WrongField. */
export async function confirmEmail(token: string): Promise<{ email: string }> {
  const wrongLink = new WrongField('token', 'users.problem.wrong_link')
  const confirm = async (transaction: Prisma.TransactionClient) => {
    const own = await takeToken(transaction, 'confirm_email', token)
    const taken = own ?? (await takeToken(transaction, 'change_email', token))
    if (!taken?.email) throw wrongLink
    const { user_id: id, email } = taken
    const [user] = await transaction.$queryRaw<
      { email: string }[]
    >`SELECT email FROM "user" WHERE id = ${id} FOR UPDATE`
    if (!user || (own && user.email !== email)) throw wrongLink
    if (user.email !== email) {
      // What was sent to the former address opens nothing any more.
      await endLinks(transaction, id)
      await transaction.oneTimeToken.deleteMany({ where: { user_id: id } })
      await queueMail(transaction, { kind: 'address_changed', user_id: id, email: user.email })
    }
    const data = { email, email_confirmed_at: new Date() }
    await transaction.user.update({ where: { id }, data, select: { id: true } })
    return { email }
  }
  return db.$transaction(confirm).catch((error: unknown) => {
    throw isTaken(error) ? new WrongField('token', 'users.problem.taken_email') : error
  })
}

/** Erases the account with all that is the person's own; sums of ratings follow. Throws WrongField. */
export async function removeMe(id: number, password: string | undefined, origin: Origin): Promise<void> {
  const { act } = await confirmPassword(id, 'password', password, origin)
  await act(async (transaction) => {
    // In one order for everybody: who leaves at once, having rated the same prompts, waits instead of blocking each other.
    await transaction.$executeRaw`
      SELECT FROM prompt WHERE id IN (SELECT prompt_id FROM rating WHERE user_id = ${id}) ORDER BY id FOR NO KEY UPDATE`
    await transaction.user.delete({ where: { id }, select: { id: true } })
  })
}
