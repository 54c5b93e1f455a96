import { describe, expect, inject, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { db } from '../../../server/database/db.ts'
import { listMigrations } from '../../../server/database/migration-files.ts'
import { migrate } from '../../../server/database/migrations.ts'
import { get, openApp, post, put, sql } from '../../support/app.ts'
import { createDatabase, withClient } from '../../support/postgres/database.ts'
import { createPrompt } from '../../support/library.ts'
import { migrationsOf } from '../../support/postgres/migrating.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'
import { statementsDuring } from '../../support/postgres/statements.ts'

await openApp()

const subscribe = ({ id: user_id }: Person, tier: number, expires_at: Date) =>
  db.access.create({ data: { user_id, source: 'subscription', tier, expires_at } })
const later = (milliseconds: number) => new Date(Date.now() + milliseconds)
const statusOf = async (prompt: { slug: string }, as: Person) =>
  (await get(paths.api.prompt(prompt.slug), { as })).status

describe("a member's tier", () => {
  test('is the higher of the granted and the subscribed tier, in access checks, status and export', async () => {
    const [person, prompt] = [await createPerson({ tier: 1 }), await createPrompt({ tier: 2 })]
    expect(await statusOf(prompt, person)).toBe(403)
    await subscribe(person, 2, later(60_000))
    expect(await statusOf(prompt, person)).toBe(200)
    const { body } = await get(paths.api.subscriptionStatus, { as: person })
    expect(body).toMatchObject({ is_subscribed: true, subscription: { user_tier: 2 } })
    expect((await get(paths.api.meExport, { as: person })).body).toMatchObject({
      account: { tier: 2 },
      access: expect.arrayContaining([
        { source: 'granted', tier: 1, expires_at: null, reason: '' },
        { source: 'subscription', tier: 2, expires_at: expect.stringMatching(/Z$/), reason: '' },
      ]),
    })
  })

  test('falls to the granted tier when the subscription expires, without a job', async () => {
    const [person, prompt, lower] = [
      await createPerson({ tier: 1 }),
      await createPrompt({ tier: 2 }),
      await createPrompt({ tier: 1 }),
    ]
    await subscribe(person, 2, later(60_000))
    expect(await statusOf(prompt, person)).toBe(200)
    await sql.query(`UPDATE access SET expires_at = now() WHERE user_id = $1 AND source = 'subscription'`, [person.id])
    expect([await statusOf(prompt, person), await statusOf(lower, person)]).toEqual([403, 200])
    expect((await get(paths.api.subscriptionStatus, { as: person })).body.subscription.user_tier).toBe(1)
  })

  test('is read by an inlined function: the query plan contains no Function Scan', async () => {
    const { rows } = await sql.query('EXPLAIN SELECT tier FROM "user", tier_of("user".id)')
    const plan = JSON.stringify(rows)
    expect(plan).toContain('access')
    expect(plan).not.toContain('Function Scan')
  })

  test('is deleted with the account', async () => {
    const person = await createPerson({ tier: 1 })
    await db.user.delete({ where: { id: person.id } })
    expect(await db.access.count({ where: { user_id: person.id } })).toBe(0)
  })

  test('granted before the access table existed is migrated to an access row without an end', async () => {
    const url = await createDatabase(inject('postgres'), 'template0')
    const names = await listMigrations()
    const before = names.slice(
      0,
      names.findIndex((name) => name.endsWith('_access')),
    )
    await migrate(url, migrationsOf(before))
    await withClient(url, async (client) => {
      await client.query(`INSERT INTO "user" (username, email, tier) VALUES ('has', 'a', 3), ('none', 'b', 0)`)
      await migrate(url)
      const { rows } = await client.query('SELECT username, tier FROM "user", tier_of("user".id) ORDER BY 1')
      expect(rows).toEqual([
        { username: 'has', tier: 3 },
        { username: 'none', tier: 0 },
      ])
      expect((await client.query('SELECT source, expires_at FROM access')).rows).toEqual([
        { source: 'granted', expires_at: null },
      ])
    })
  })
})

describe('saving, rating or collecting a prompt', () => {
  test("checks access without reading the prompt's text", async () => {
    const [as, prompt] = [await createPerson(), await createPrompt()]
    const { body } = await post(paths.api.collections(), { name: 'Mine' }, { as })
    const answers = [
      () => post(paths.api.promptSave(prompt.slug), undefined, { as }),
      () => post(paths.api.promptRating(prompt.slug), { value: 4 }, { as }),
      () => put(paths.api.collectionPrompt(body.id, prompt.slug), undefined, { as }),
    ]
    const statements = await statementsDuring(async () => {
      for (const answer of answers) expect((await answer()).status).toBe(200)
    })
    // Each request runs one; the fourth counts the collection's prompts.
    expect(statements.filter((statement) => statement.includes('effective_prompt'))).toHaveLength(4)
    expect(statements.filter((statement) => /prompt_text|content/.test(statement))).toEqual([])
  })
})
