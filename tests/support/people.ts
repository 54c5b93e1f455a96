import { db } from '../../server/db.ts'
import type { Prisma } from '../../server/db.ts'
import { app } from './app.ts'

let made = 0

export type Person = { id: number; username: string; email: string; tier: number; session_id: string; token: string }

/** Somebody with an account, a session and a good access token. */
export async function createPerson({
  tier = 0,
  email = `person-${++made}@example.test`,
  ...rest
}: Partial<Prisma.UserUncheckedCreateInput> = {}): Promise<Person> {
  const { id, username } = await db.user.create({ data: { username: `person-${++made}`, email, tier, ...rest } })
  const session = await db.session.create({ data: { user_id: id, device: 'Test' } })
  return { id, username, email, tier, session_id: session.id, token: app.signAccess(id, session.id) }
}
