import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Role } from '#shared/users/schema.ts'
import { createFolder } from '../settings/data-folder.ts'
import { db } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import { addAccount } from './accounts.ts'
import { hashPassword } from './passwords.ts'

const email = 'admin@localhost.test'

type NewAccount = { email: string; name: string; role: Role; password: string }

/** Creates an account with a confirmed address, unless `beforeCommit` fails. Returns false if the address is taken. */
export async function createAccount(
  { email: address, name, role, password }: NewAccount,
  beforeCommit: (transaction: Prisma.TransactionClient, id: number) => Promise<unknown>,
): Promise<boolean> {
  const account = { email: address, email_confirmed_at: new Date(), first_name: name, language: 'en' as const, role }
  const password_hash = await hashPassword(password)
  return db.$transaction(async (transaction) => {
    const added = await addAccount(transaction, name, { ...account, password_hash }, [])
    if (added) await beforeCommit(transaction, added.id)
    return added !== null
  })
}

export async function createFirstAdmin(file: string): Promise<{ email: string; password: string } | null> {
  if (await db.user.findFirst({ where: { is_team: false }, select: { id: true } })) return null
  const password = randomBytes(18).toString('base64url')
  const writePassword = async () => {
    await createFolder(dirname(file))
    await writeFile(file, `${JSON.stringify({ email, password })}\n`, { mode: 0o600 })
  }
  const isMade = await createAccount({ email, name: 'Admin', role: 'admin', password }, writePassword)
  return isMade ? { email, password } : null
}

/** Creates the first admin of an empty site. Prints the password to terminals only, because logs have other readers. */
export async function announceFirstAdmin(file: string, isTerminal: boolean): Promise<void> {
  const admin = await createFirstAdmin(file)
  if (!admin) return
  const password = isTerminal ? `its password ${admin.password} (kept in ${file})` : `its password is in ${file}`
  console.log(`The first admin account is ${admin.email}, ${password}.`)
}
