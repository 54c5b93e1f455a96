import type { Locale } from '#shared/locale.ts'
import type { Me, MeChanges, NewUser } from '#shared/users.ts'
import { db, isTaken, Prisma } from '../db.ts'
import { badToken, WrongField } from '../problem.ts'
import { findWeakness, hashPassword } from './passwords.ts'
import { queueMail } from './users.jobs.ts'

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

/** The person as the person sees it. */
export async function getMe(id: number): Promise<Me> {
  const user = await db.user.findUnique({ where: { id }, select: meColumns })
  if (!user) throw badToken()
  const { email_confirmed_at, password_hash, created_at, ...rest } = user
  return {
    ...rest,
    register_date: created_at.toISOString(),
    has_password: password_hash !== null,
    is_email_confirmed: email_confirmed_at !== null,
  }
}

/** 'Ana María' 'Pérez' → ana-maría-pérez: at most 24 characters, so that a number fits behind. */
export function usernameOf(name: string): string {
  const plain = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  const cut = Array.from(plain)
    .slice(0, 24)
    .join('')
    .replaceAll(/^-+|-+$/g, '')
  return cut.length >= 3 ? cut : `user-${cut}`.replace(/-$/, '')
}

type NewAccount = Omit<Prisma.UserUncheckedCreateInput, 'username'> & { email: string; language: Locale }

/**
 * Adds an account under a free username made from the name; null when the address has one already. Of two that come
 * at once for one address, one gets it.
 */
export async function addAccount(
  transaction: Prisma.TransactionClient,
  name: string,
  account: NewAccount,
): Promise<{ id: number; username: string } | null> {
  const base = usernameOf(name)
  for (let attempt = 0; attempt < 20; attempt++) {
    const username = attempt === 0 ? base : `${base}-${Math.floor(Math.random() * 10 ** Math.min(5, 1 + attempt))}`
    const [added] = await transaction.user.createManyAndReturn({
      data: [{ ...account, username }],
      select: { id: true, username: true },
      skipDuplicates: true,
    })
    if (added) return added
    if (await transaction.user.findUnique({ where: { email: account.email }, select: { id: true } })) return null
  }
  throw new Error('No username was free.')
}

/** Registers somebody and queues the welcome. Throws WrongField. */
export async function register({ email, name, surname, password }: NewUser, language: Locale) {
  const weakness = await findWeakness(password, email)
  if (weakness) throw new WrongField('password', weakness)
  const password_hash = await hashPassword(password)
  return db.$transaction(async (transaction) => {
    const added = await addAccount(transaction, `${name} ${surname}`, {
      email,
      first_name: name,
      last_name: surname,
      password_hash,
      language,
    })
    if (!added) throw new WrongField('email', 'users.problem.taken_email')
    await queueMail(transaction, { kind: 'welcome', user_id: added.id })
    return { username: added.username, email }
  })
}

/** Changes what is said of the person. Throws WrongField where the username is taken, in whatever case. */
export async function changeMe(id: number, changes: MeChanges): Promise<Me> {
  await db.user.update({ where: { id }, data: changes, select: { id: true } }).catch((error: unknown) => {
    throw isTaken(error) ? new WrongField('username', 'users.problem.taken_username') : error
  })
  return getMe(id)
}
