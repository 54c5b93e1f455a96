import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { Client } from 'pg'
import { objectChanges, parseObjects, readObjects } from '../../../scripts/database-objects.ts'
import { writeMigration } from '../../../scripts/new-migration.ts'
import { schemaTarget } from '../../../scripts/schema-diff.ts'
import { createDatabase } from '../../support/postgres/database.ts'

let client: Client

beforeAll(async () => {
  client = new Client({ connectionString: await createDatabase(inject('postgres')) })
  await client.connect()
})
afterAll(() => client.end())

/** Changes that the files would make after this SQL was run. */
async function changesAfter(sql: string, objects = readObjects()): Promise<string[]> {
  const copy = new Client({ connectionString: await createDatabase(inject('postgres')) })
  await copy.connect()
  try {
    await copy.query(sql)
    return await objectChanges(copy, objects)
  } finally {
    await copy.end()
  }
}

describe('functions, triggers and views', () => {
  test('in a migrated database equal the files of prisma/sql', async () => {
    const objects = readObjects()
    for (const kind of ['FUNCTION', 'TRIGGER', 'VIEW'])
      expect(objects.filter(({ key }) => key.startsWith(kind)).length).toBeGreaterThan(5)
    expect(await objectChanges(client)).toEqual([])
  })

  test('differ from the files only if a function, trigger or view was changed, added or removed', async () => {
    const changes = await changesAfter(`
      CREATE OR REPLACE VIEW effective_category AS SELECT id, slug, functional_group_id, required_tier, position FROM category;
      DROP TRIGGER user_shown ON "user";
      CREATE OR REPLACE FUNCTION invalidate_tag() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE OR REPLACE TRIGGER rating_sum AFTER UPDATE ON rating FOR EACH ROW EXECUTE FUNCTION sum_ratings();
      CREATE FUNCTION gaps_of(id int, more int) RETURNS int LANGUAGE sql RETURN 1;
      CREATE FUNCTION stray(int) RETURNS int LANGUAGE sql RETURN 1;
      CREATE TRIGGER stray BEFORE UPDATE ON "user" FOR EACH ROW EXECUTE FUNCTION note_change();
      CREATE VIEW stray AS SELECT 1 AS one`)
    expect(changes).toEqual([
      expect.stringMatching(/^CREATE OR REPLACE VIEW effective_category AS.* WHERE archived_at IS NULL;$/ms),
      expect.stringMatching(/^CREATE OR REPLACE TRIGGER user_shown /m),
      expect.stringMatching(/^CREATE OR REPLACE FUNCTION invalidate_tag\(\)/m),
      expect.stringMatching(/^CREATE OR REPLACE TRIGGER rating_sum /m),
      'DROP FUNCTION gaps_of(integer,integer);',
      'DROP FUNCTION stray(integer);',
      'DROP TRIGGER stray ON "user";',
      'DROP VIEW stray;',
    ])
  })

  test('are dropped first if PostgreSQL cannot replace them, and are created after their dependencies', async () => {
    const former = `
      CREATE VIEW narrow AS SELECT id, slug FROM plan;
      CREATE FUNCTION first_of(text) RETURNS int LANGUAGE sql RETURN 1`
    const changes = await changesAfter(former, [
      ...readObjects(),
      { key: 'VIEW early', sql: 'CREATE OR REPLACE VIEW early AS SELECT later_of(slug) AS first FROM plan;' },
      { key: 'VIEW narrow', sql: 'CREATE OR REPLACE VIEW narrow AS SELECT slug, id FROM plan;' },
      {
        key: 'FUNCTION first_of',
        sql: 'CREATE OR REPLACE FUNCTION first_of(text) RETURNS text LANGUAGE sql RETURN $1;',
      },
      {
        key: 'FUNCTION later_of',
        sql: 'CREATE OR REPLACE FUNCTION later_of(text) RETURNS text LANGUAGE sql RETURN $1;',
      },
    ])
    expect(changes).toEqual([
      expect.stringMatching(/^DROP VIEW narrow;\nCREATE OR REPLACE VIEW narrow /),
      expect.stringMatching(/^DROP FUNCTION first_of\(text\);\nCREATE OR REPLACE FUNCTION first_of/),
      expect.stringMatching(/^CREATE OR REPLACE FUNCTION later_of/),
      expect.stringMatching(/^CREATE OR REPLACE VIEW early /),
    ])
  })

  test('are named in the error if PostgreSQL refuses them', async () => {
    const broken = { key: 'VIEW broken', sql: 'CREATE OR REPLACE VIEW broken AS SELECT id FROM nowhere;' }
    await expect(objectChanges(client, [...readObjects(), broken])).rejects.toThrow(
      'VIEW broken: relation "nowhere" does not exist',
    )
    expect(await objectChanges(client)).toEqual([])
  })
})

const triggerOf = (called: string) =>
  `CREATE OR REPLACE TRIGGER first AFTER INSERT ON "user"\n  FOR EACH ROW EXECUTE FUNCTION ${called}();\n`

describe('a file of prisma/sql', () => {
  const view = 'CREATE OR REPLACE VIEW one AS SELECT 1;\n'
  const body =
    'CREATE OR REPLACE FUNCTION one() RETURNS trigger LANGUAGE plpgsql AS $$\nBEGIN\n\n  RETURN NULL;\nEND $$;\n'

  test('contains a view, or a function and its triggers, with the comment of each', () => {
    expect(parseObjects('one', view)).toEqual([{ key: 'VIEW one', sql: view.trim() }])
    expect(parseObjects('one', `${body}\n-- Why.\n-- More.\n${triggerOf('one')}`)).toEqual([
      { key: 'FUNCTION one', sql: body.trim() },
      { key: 'TRIGGER first ON user', sql: `-- Why.\n-- More.\n${triggerOf('one').trim()}` },
    ])
  })

  test.each([
    ['has another name', 'two', view],
    ['creates without replacing', 'one', view.replace(' OR REPLACE', '')],
    ['holds something else besides', 'one', `${body}\n${view.replace('one', 'two')}`],
    ['holds a trigger of another function', 'one', `${body}\n${triggerOf('two')}`],
    ['has no empty line between two', 'one', body + triggerOf('one')],
    ['ends in the middle', 'one', view.replace(';', '')],
    ['is empty', 'one', ''],
  ])('is refused by name if it %s', (_, file, text) => {
    expect(() => parseObjects(file, text)).toThrow(`${file}.sql of prisma/sql: expected`)
  })
})

test('a new migration contains all changes of the schema and of the files in prisma/sql', async () => {
  const [from, to] = [await schemaTarget(), await schemaTarget()]
  if (!('files' in to)) throw new Error('The schema has no files.')
  for (const file of to.files) file.content = file.content.replace(/^model Plan \{/m, '$&\n  motto String?')
  const viewOfIt = { key: 'VIEW mottos', sql: 'CREATE OR REPLACE VIEW mottos AS SELECT id, motto FROM plan;' }
  const objects = [...readObjects(), viewOfIt]
  const script = await writeMigration(inject('postgres'), { from, to }, objects)
  expect(script).toMatch(
    /^-- AlterTable\nALTER TABLE "plan" ADD COLUMN +"motto" TEXT;\n\nCREATE OR REPLACE VIEW mottos AS [^\n]*;\n$/,
  )
  expect(await changesAfter(script, objects)).toEqual([])
})
