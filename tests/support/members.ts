import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import type { Account } from './accounts.ts'
import { createDatabase, nameOfStarter, withClient } from './postgres/database.ts'
import { password, password_hash } from './password.ts'

const secret = 'a secret that only these tests know of'
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

export async function startMembers() {
  const url = await createDatabase(inject('postgres'), nameOfStarter)
  const settings = { DATABASE_URL: url, JWT_SECRET: secret }
  const sql = (text: string, values: unknown[] = []) => withClient(url, (client) => client.query(text, values))

  async function createMember(siteUrl: string, { tier = 0 } = {}): Promise<string> {
    const [name, sid] = [`member-${randomUUID()}`, randomUUID()]
    const { rows } = await sql('INSERT INTO "user" (username, email) VALUES ($1, $1) RETURNING id', [name])
    await sql(`INSERT INTO access (user_id, source, tier) VALUES ($1, 'granted', $2)`, [rows[0].id, tier])
    await sql("INSERT INTO session (id, user_id, device) VALUES ($1, $2, 'Test')", [sid, rows[0].id])
    const kid = createHash('sha256').update(`key ${secret}`).digest('hex').slice(0, 16)
    const iat = Math.floor(Date.now() / 1000)
    const claims = { sub: String(rows[0].id), sid, typ: 'access', iss: siteUrl, aud: 'api', iat, exp: iat + 900 }
    const signed = `${encoded({ alg: 'HS256', typ: 'JWT', kid })}.${encoded(claims)}`
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
  }

  /** Inserts an account directly, since hashing and rating a password is slow. */
  async function createAccount(): Promise<Account> {
    const username = `ana-${randomBytes(8).toString('hex')}`
    const email = `${username}@example.test`
    await sql(
      `INSERT INTO "user" (username, username_skeleton, email, first_name, last_name, password_hash)
       VALUES ($1, $1, $2, 'Ana', 'Prueba', $3)`,
      [username, email, password_hash],
    )
    return { username, email, password }
  }
  return { settings, sql, createMember, createAccount }
}

export async function signIn(page: Page, token: string, tier = 0): Promise<void> {
  await page.addInitScript((access) => localStorage.setItem('access', access), token)
  await page.route('**/api/subscription/status/', (route) =>
    route.fulfill({ json: { is_subscribed: tier > 0, subscription: tier > 0 ? { user_tier: tier } : null } }),
  )
}
