import type { Client } from 'pg'
import { fill } from '../browser/filling.ts'

const listColumns = (columns: string[]) => columns.map((name) => `"${name}"`).join(', ')
const column = async (client: Client, statement: string) =>
  (await client.query<{ name: string }>(statement)).rows.map(({ name }) => name)

/** Constraints that test rows or migrated rows violate. */
const clear = `DO $$ DECLARE rule record; BEGIN
  FOR rule IN SELECT conrelid::regclass AS name, conname FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace
  LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', rule.name, rule.conname); END LOOP;
  DELETE FROM landing_section; END $$`

/** Triggers run in a session that skips foreign keys. */
const alwaysFire = `DO $$ DECLARE trigger record; BEGIN
  FOR trigger IN SELECT tgrelid::regclass AS name, tgname FROM pg_trigger WHERE NOT tgisinternal
  LOOP EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER %I', trigger.name, trigger.tgname); END LOOP; END $$`

/** Uses every sequence and every table with its triggers. Returns tables and errors, without constraint violations. */
export async function writeEverywhere(client: Client): Promise<{ tables: string[]; problems: string[] }> {
  await client.query(`SELECT nextval(oid::regclass) FROM pg_class WHERE relkind = 'S'`)
  await client.query('SET session_replication_role = replica')
  await client.query(clear)
  const columnsOf = await fill(client, { numbers: [1] })
  await client.query(alwaysFire)
  await client.query('SET session_replication_role = replica')
  const tables = await column(
    client,
    `SELECT DISTINCT relname AS name FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid WHERE NOT tgisinternal ORDER BY 1`,
  )
  const problems: string[] = []
  for (const table of tables) {
    const columns = columnsOf.get(table) ?? []
    const statements = [
      `UPDATE "${table}" SET ${columns.map((name) => `"${name}" = "${name}"`).join(', ')}`,
      `DELETE FROM "${table}"`,
      `INSERT INTO "${table}" (${listColumns(columns)}) SELECT * FROM former`,
    ]
    await client.query('BEGIN')
    try {
      await client.query(`CREATE TEMP TABLE former AS SELECT ${listColumns(columns)} FROM "${table}"`)
      for (const statement of statements)
        if ((await client.query(statement)).rowCount === 0) throw new Error('no row was written')
      await client.query('SET CONSTRAINTS ALL IMMEDIATE')
    } catch (error) {
      problems.push(`${table}: ${(error as Error).message}`)
    }
    await client.query('ROLLBACK')
  }
  return { tables, problems }
}
