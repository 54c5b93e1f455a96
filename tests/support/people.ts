import { db } from '../../server/db.ts'
import { app } from './app.ts'

let made = 0

export type Person = { id: number; tier: number; token: string }

/** Somebody with an account and a good access token. */
export async function createPerson({ tier = 0 } = {}): Promise<Person> {
  made++
  const { id } = await db.user.create({
    data: { username: `person-${made}`, email: `person-${made}@example.test`, tier },
  })
  return { id, tier, token: app.jwt.sign({ sub: String(id) }) }
}
