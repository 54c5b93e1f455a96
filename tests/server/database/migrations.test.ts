import { describe, expect, inject, test } from 'vitest'
import { diff, schemaTarget } from '../../../scripts/schema-diff.ts'
import { migrate } from '../../../server/database/migrations.ts'
import { createDatabase, withClient } from '../../support/postgres/database.ts'

const emptyDatabase = () => createDatabase(inject('postgres'), 'template0')

const ours = `table_schema = 'public' AND table_name NOT LIKE '\\_prisma%'`
/** The parts of a database that Prisma's schema language can describe. */
const catalogues = {
  columns: `SELECT table_name, column_name, udt_name, is_nullable, column_default, datetime_precision, character_maximum_length
              FROM information_schema.columns JOIN information_schema.tables USING (table_catalog, table_schema, table_name)
             WHERE ${ours} AND table_type = 'BASE TABLE' ORDER BY 1, 2`,
  keys: `SELECT conrelid::regclass::text AS of, contype, pg_get_constraintdef(oid) AS says FROM pg_constraint
          WHERE contype IN ('p', 'f') AND connamespace = 'public'::regnamespace AND conrelid::regclass::text NOT LIKE '\\_prisma%' ORDER BY 1, 2, 3`,
  unique: `SELECT tablename, replace(indexdef, indexname, '') AS says FROM pg_indexes WHERE schemaname = 'public' AND indexdef LIKE 'CREATE UNIQUE%' AND indexdef NOT LIKE '% WHERE %' AND tablename NOT LIKE '\\_prisma%' ORDER BY 1, 2`,
  enums: `SELECT typname, enumlabel FROM pg_enum JOIN pg_type ON pg_type.oid = enumtypid ORDER BY 1, enumsortorder`,
}
const read = (address: string, sql: string) => withClient(address, async (client) => (await client.query(sql)).rows)

describe('the migrations', () => {
  test('create the tables of the Prisma schema', async () => {
    const [migrated, laid] = [await emptyDatabase(), await emptyDatabase()]
    await migrate(migrated)
    const script = await diff(laid, { tag: 'empty' }, await schemaTarget())
    await withClient(laid, (client) => client.query(script))
    for (const sql of Object.values(catalogues)) {
      const rows = await read(migrated, sql)
      expect(rows.length).toBeGreaterThan(3)
      expect(rows).toEqual(await read(laid, sql))
    }
  })

  test('change nothing if they are applied a second time', async () => {
    const address = await emptyDatabase()
    expect((await migrate(address)).length).toBeGreaterThan(1)
    expect(await migrate(address)).toEqual([])
  })

  test('are applied once if three servers start concurrently', async () => {
    const address = await emptyDatabase()
    const applied = await Promise.all([migrate(address), migrate(address), migrate(address)])
    const [some, ...none] = applied.toSorted((a, b) => b.length - a.length)
    expect(some?.length).toBeGreaterThan(1)
    expect(none).toEqual([[], []])
    const recorded = await read(
      address,
      'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1',
    )
    expect(recorded.map(({ migration_name }) => migration_name)).toEqual(some)
    expect(await read(address, 'SELECT migration_name FROM _prisma_migrations')).toHaveLength(recorded.length)
  })
})
