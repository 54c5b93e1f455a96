import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Role } from '#shared/users.ts'
import { db } from '../db.ts'
import { addAccount } from './accounts.ts'
import { hashPassword } from './passwords.ts'

const email = 'admin@localhost.test'

type NewAccount = { email: string; name: string; role: Role; password: string }

/** Adds an account whose address counts as confirmed, if `goWith` succeeds; false when the address has one. */
export async function createAccount(
  { email: address, name, role, password }: NewAccount,
  goWith: () => Promise<void> = async () => {},
): Promise<boolean> {
  const account = { email: address, email_confirmed_at: new Date(), first_name: name, language: 'en' as const, role }
  const password_hash = await hashPassword(password)
  return db.$transaction(async (transaction) => {
    const added = await addAccount(transaction, name, { ...account, password_hash })
    if (added) await goWith()
    return added !== null
  })
}

/**
 * Where nobody has an account yet, makes the first one, an admin's, and keeps its password in the file, for this user
 * alone. Answers it, for the operator to read, or null.
 */
export async function createFirstAdmin(file: string): Promise<{ email: string; password: string } | null> {
  if (await db.user.findFirst({ select: { id: true } })) return null
  const password = randomBytes(18).toString('base64url')
  const keepPassword = async () => {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, `${JSON.stringify({ email, password })}\n`, { mode: 0o600 })
  }
  const isMade = await createAccount({ email, name: 'Admin', role: 'admin', password }, keepPassword)
  return isMade ? { email, password } : null
}
