import type { Locale } from '#shared/locale.ts'
import { nonLetters } from '#shared/users/schema.ts'
import type { Me, MeChanges, NewUser } from '#shared/users/schema.ts'
import { db, isUniqueViolation, Prisma } from '../database/db.ts'
import { invalidToken, FieldProblem } from '../problem.ts'
import { hashNewPassword } from './passwords.ts'
import { confirmPassword, snapshotColumns } from './reauthentication.ts'
import type { RequestContext } from './reauthentication.ts'
import { endSessions } from './sessions.ts'
import { queueUserMail } from './users.jobs.ts'
import { findUsernameProblem, usernameSkeletonOf } from './usernames.ts'

const meColumns = {
  username: true,
  email: true,
  email_confirmed_at: true,
  first_name: true,
  last_name: true,
  avatar_color: true,
  language: true,
  role: true,
  password_hash: true,
  created_at: true,
} satisfies Prisma.UserSelect

export async function getMe(id: number): Promise<Me> {
  const user = await db.user.findUnique({ where: { id }, select: meColumns })
  if (!user) throw invalidToken()
  const { email_confirmed_at, password_hash, created_at, ...rest } = user
  return {
    ...rest,
    register_date: created_at.toISOString(),
    has_password: password_hash !== null,
    is_email_confirmed: email_confirmed_at !== null,
  }
}

/** Converts a name to a username, as "ana-maría-pérez". At most 24 characters, so that a number can be appended. */
export function usernameOf(name: string): string {
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(nonLetters, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  const cut = Array.from(plain).slice(0, 24).join('').replaceAll(/^-|-$/g, '')
  return cut.length >= 3 ? cut : `user-${cut}`.replace(/-$/, '')
}

type NewAccount = Omit<Prisma.UserUncheckedCreateInput, 'username' | 'username_skeleton'> & {
  email: string
  language: Locale
}

/** Adds an account. Returns null if the address has an account already. */
export async function addAccount(
  transaction: Prisma.TransactionClient,
  name: string,
  account: NewAccount,
  siteNames: string[],
): Promise<{ id: number; username: string } | null> {
  const made = usernameOf(name)
  const role = account.is_team ? 'moderator' : account.role
  const base = (await findUsernameProblem(made, siteNames, role)) ? 'user' : made
  for (let attempt = 0; attempt < 20; attempt++) {
    const username =
      attempt === 0 && base === made ? base : `${base}-${Math.floor(Math.random() * 10 ** Math.min(5, 1 + attempt))}`
    const [added] = await transaction.user.createManyAndReturn({
      data: [{ ...account, username, username_skeleton: await usernameSkeletonOf(username) }],
      select: { id: true, username: true },
      skipDuplicates: true,
    })
    if (added) return added
    if (await transaction.user.findUnique({ where: { email: account.email }, select: { id: true } })) return null
  }
  throw new Error('No free username was found.')
}

const retryMs = 600_000

/** Returns the username if this request repeats a registration; else null. Counts towards the limit of sign-ins. */
async function findRegistered(
  { email, name, surname, password }: NewUser,
  context: RequestContext,
): Promise<string | null> {
  const created_at = { gt: new Date(Date.now() - retryMs) }
  const user = await db.user.findFirst({
    where: { email, first_name: name, last_name: surname, created_at, password_hash: { not: null }, blocked_at: null },
    select: { ...snapshotColumns, username: true },
  })
  if (!user) return null
  return confirmPassword(user, 'password', password, context).then(
    () => user.username,
    (error: unknown) => (error instanceof FieldProblem ? null : Promise.reject(error)),
  )
}

/** Registers an account; a retry gets the same response. Throws FieldProblem: email, password. */
export async function registerAccount(user: NewUser, language: Locale, context: RequestContext) {
  const { email, name, surname, password } = user
  const guessable = { email, names: [name, surname], site: context.site }
  const password_hash = await hashNewPassword(password, 'password', guessable, context)
  const added = await db.$transaction(async (transaction) => {
    const account = { email, first_name: name, last_name: surname, password_hash, language }
    const person = await addAccount(transaction, `${name} ${surname}`, account, context.site)
    if (person) await queueUserMail(context.jobs, transaction, { kind: 'welcome', user_id: person.id })
    return person
  })
  const username = added?.username ?? (await findRegistered(user, context))
  if (username === null) throw new FieldProblem('email', 'users.problem.taken_email')
  return { username, email }
}

/** Gives an unconfirmed account to the person who proved the address. Whoever registered it loses access. */
export async function claimUnconfirmedAccount(transaction: Prisma.TransactionClient, id: number): Promise<void> {
  await endSessions(transaction, id)
  await transaction.collection.updateMany({ where: { user_id: id }, data: { share_key: null } })
  const data = { email_confirmed_at: new Date(), password_hash: null, google_sub: null }
  await transaction.user.update({ where: { id }, data, select: { id: true } })
}

export async function changeMe(id: number, changes: MeChanges, siteNames: string[]): Promise<Me> {
  const { username, ...rest } = changes
  const before = await db.user.findUniqueOrThrow({ where: { id }, select: { username: true, role: true } })
  const isNew = username !== undefined && username !== before.username
  const problem = isNew && (await findUsernameProblem(username, siteNames, before.role))
  if (problem) throw new FieldProblem('username', problem)
  const data = { ...rest, ...(isNew && { username, username_skeleton: await usernameSkeletonOf(username) }) }
  await db.user.update({ where: { id }, data, select: { id: true } }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new FieldProblem('username', 'users.problem.taken_username') : error
  })
  return getMe(id)
}
