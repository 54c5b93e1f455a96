import type { Client } from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { listMigrations, migrationsFolder, readMigration } from '../../../server/database/migration-files.ts'
import { migrate } from '../../../server/database/migrations.ts'
import { createDatabase, withClient } from '../../support/postgres/database.ts'
import { fill } from '../../support/browser/filling.ts'
import { migrationDangers } from '../../support/postgres/migration-dangers.ts'
import { migrationsOf } from '../../support/postgres/migrating.ts'

/** The two starting points of upgrades: the first migrations, and release 0.1.0. */
const firstLanded = ['20261121090000_library', '20261121090100_library_rules']
const release = '20261122131000_notification_mailed'

/** Columns that were moved or are derived. */
const moved = new Set(['user.tier', 'prompt_search.document', 'prompt_search.title', 'prompt_search.preview'])

type Rows = Record<string, unknown>[]
async function read(client: Client, table: string, columns: string[]): Promise<Rows> {
  const list = columns.map((column) => `"${column}"::text`).join(', ')
  return (await client.query(`SELECT ${list} FROM "${table}" ORDER BY ${columns.map((_, at) => at + 1).join(', ')}`))
    .rows
}

describe.each([
  ['the first migrations', () => Promise.resolve(firstLanded)],
  ['release 0.1.0', async () => (await listMigrations()).filter((name) => name <= release)],
])('a database with rows in every table, as of %s', (_which, namesOf) => {
  test('has the same rows after all newer migrations', async () => {
    const url = await createDatabase(inject('postgres'), 'template0')
    const names = await namesOf()
    await migrate(url, migrationsOf(names))
    const before = new Map<string, Rows>()
    const tables = await withClient(url, async (client) => {
      const filled = await fill(client)
      for (const [table, columns] of filled)
        before.set(
          table,
          await read(
            client,
            table,
            columns.filter((column) => !moved.has(`${table}.${column}`)),
          ),
        )
      return filled
    })
    expect([...before.values()].every((rows) => rows.length === 2)).toBe(true)
    expect(tables.size).toBeGreaterThan(names.length > 2 ? 45 : 15)
    expect(await migrate(url)).toEqual((await listMigrations()).filter((name) => !names.includes(name)))
    await withClient(url, async (client) => {
      for (const [table, columns] of tables) {
        const unchanged = columns.filter((column) => !moved.has(`${table}.${column}`))
        expect([table, await read(client, table, unchanged)]).toEqual([table, before.get(table)])
      }
      const { rows: tiers } = await client.query('SELECT user_id, tier FROM access ORDER BY 1')
      // Rows of the release are compared above.
      expect(tables.has('access') || tiers).toEqual(
        tables.has('access') || [
          { user_id: 1, tier: 1 },
          { user_id: 2, tier: 2 },
        ],
      )
    })
  })
})

/** Reasons for allowed dangers. */
const allowed: Record<string, string> = {
  '20261122135000_audit_states builds an index while nobody can write': 'one row a decision of a moderator: few',
  '20261128120000_starter_items drops a table': 'of no release',
  '20261129000000_unused_triggers drops a function or a view': 'of the dropped triggers, or called by no release',
}

test('migrations since 0.1.0 remove nothing that the previous release uses, and hold no lock for long', async () => {
  const names = (await listMigrations()).filter((name) => name > release)
  const found = await Promise.all(
    names.map(async (name) => migrationDangers(await readMigration(name, migrationsFolder))),
  )
  expect(found.flat().filter((danger) => !(danger in allowed))).toEqual([])
  expect(Object.keys(allowed).filter((danger) => !found.flat().includes(danger))).toEqual([])
})

test.each<[string, string[]]>([
  ['ALTER TABLE "user" DROP COLUMN tier', ['drops a column']],
  ['DROP TABLE IF EXISTS rating;', ['drops a table']],
  ['ALTER TABLE a RENAME COLUMN b TO c;', ['renames']],
  ['ALTER TABLE a RENAME TO b;', ['renames']],
  ["ALTER TYPE locale RENAME VALUE 'en' TO 'us';", ['renames']],
  ['ALTER TABLE a ADD COLUMN b INT NOT NULL;', ['adds a column that must have a value, without a default']],
  ['ALTER TABLE a ADD COLUMN b INT NOT NULL DEFAULT 1, ADD COLUMN c TEXT;', []],
  ['ALTER TABLE a ADD COLUMN b UUID DEFAULT gen_random_uuid();', ['writes a whole table anew']],
  ['ALTER TABLE a ADD COLUMN b INT GENERATED ALWAYS AS (c + 1) STORED;', ['writes a whole table anew']],
  ['ALTER TABLE a ALTER COLUMN b SET NOT NULL;', ['asks for values']],
  ['ALTER TABLE a ALTER COLUMN b TYPE bigint;', ['changes a type']],
  ['CREATE INDEX a_b_idx ON a (b);', ['builds an index while nobody can write']],
  ['-- not in a transaction\nCREATE UNIQUE INDEX CONCURRENTLY a_b_idx ON a (b);', []],
  [
    'CREATE TABLE a (b INT NOT NULL);\nCREATE INDEX a_b_idx ON a (b);\nALTER TABLE a ADD CONSTRAINT c CHECK (b > 0);',
    [],
  ],
  ['ALTER TABLE a ADD CONSTRAINT c CHECK (b > 0);', ['adds a constraint that reads all rows']],
  ['ALTER TABLE a ADD CONSTRAINT c FOREIGN KEY (b) REFERENCES d (id) NOT VALID;', []],
  ['TRUNCATE a;', ['deletes']],
  ['DELETE FROM a;', ['deletes']],
  ['DROP FUNCTION f(int);', ['drops a function or a view']],
  ['DROP VIEW v;\nCREATE OR REPLACE VIEW w AS SELECT 1;', ['drops a function or a view']],
  ['DROP FUNCTION f(int);\nCREATE OR REPLACE FUNCTION f(id int) RETURNS text LANGUAGE sql RETURN 1;', []],
  ['LOCK TABLE a IN EXCLUSIVE MODE;', ['locks a table']],
  ['CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN DELETE FROM a; DROP TABLE b; END $$;', []],
  ["-- DROP TABLE a\nCOMMENT ON TABLE a IS 'DROP TABLE a';", []],
])('the check of migrations finds the dangers of: %s', (script, dangers) => {
  expect(migrationDangers({ name: 'm', script })).toEqual(dangers.map((danger) => `m ${danger}`))
})
