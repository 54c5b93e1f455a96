import { db } from '../../server/database/db.ts'
import type { Prisma } from '../../server/database/db.ts'
import { app } from './app.ts'

let made = 0

export { cheap_password_hash, password, password_hash } from './password.ts'

export type Person = { id: number; username: string; email: string; tier: number; session_id: string; token: string }

export async function setTier({ id: user_id }: { id: number }, tier: number): Promise<void> {
  const source = 'granted'
  const where = { user_id_source: { user_id, source } } as const
  await db.access.upsert({ where, create: { user_id, source, tier }, update: { tier } })
}

export async function createPerson({
  tier = 0,
  email = `person-${++made}@example.test`,
  ...rest
}: Partial<Prisma.UserUncheckedCreateInput> & { tier?: number } = {}): Promise<Person> {
  const { id, username } = await db.user.create({ data: { username: `person-${++made}`, email, ...rest } })
  if (tier > 0) await setTier({ id }, tier)
  const session = await db.session.create({ data: { user_id: id, device: 'Test' } })
  return { id, username, email, tier, session_id: session.id, token: app.signAccess(id, session.id) }
}
