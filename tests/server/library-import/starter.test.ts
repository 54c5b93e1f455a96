import { expect, test } from 'vitest'
import { addStarterLibrary } from '../../../server/library-import/starter.ts'
import { openApp, sql } from '../../support/app.ts'

await openApp()

const count = async (table: string) => (await sql.query(`SELECT count(*)::int FROM ${table}`)).rows[0].count as number

test('addStarterLibrary adds the whole library with its search rows, or nothing if it fails', async () => {
  await sql.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'The disk is full.'; END $$;
    CREATE TRIGGER full_disk BEFORE INSERT ON prompt_search FOR EACH STATEMENT EXECUTE FUNCTION refuse()`)
  await expect(addStarterLibrary()).rejects.toThrow('The disk is full.')
  expect([await count('prompt'), await count('category'), await count('pipeline')]).toEqual([0, 0, 0])
  await sql.query('DROP TRIGGER full_disk ON prompt_search')
  const added = await addStarterLibrary()
  expect(added).toBeGreaterThan(100)
  expect([await count('prompt'), await count('prompt_search')]).toEqual([added, 2 * added])
  expect(await count('pipeline')).toBeGreaterThan(3)
  expect(await addStarterLibrary()).toBe(0)
})
