import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Client } from 'pg'
import { sqlStateOf } from '../server/database/database-pool.ts'
import { StartProblem } from '../server/settings/settings.ts'

/** `key`: kind and name, for a trigger also its table. Functions are not overloaded. */
export type DatabaseObject = { key: string; sql: string }

const sqlFiles = fileURLToPath(new URL('../prisma/sql/*/*.sql', import.meta.url))
const head =
  /^CREATE OR REPLACE (?:(FUNCTION|VIEW) "?(\w+)|TRIGGER "?(\w+)"?\s.*?\sON "?(\w+)"?\s.*?EXECUTE FUNCTION (\w+)\()/ms

/** Parses one file: a view, or a function and its triggers. Throws StartProblem. */
export function parseObjects(file: string, text: string): DatabaseObject[] {
  const statements = text.trim().split(/\n\n(?=(?:--[^\n]*\n)*CREATE )/)
  return statements.map((sql, index) => {
    const [, kind, name, trigger, table, called] = head.exec(sql) ?? []
    const isOne = sql.match(/^CREATE /gm)?.length === 1 && sql.endsWith(';')
    if (!isOne || (kind ? name !== file || index > 0 : called !== file))
      throw new StartProblem(
        `${file}.sql of prisma/sql: expected CREATE OR REPLACE of the view or function ${file} and of its triggers, separated by empty lines.`,
      )
    return { key: kind ? `${kind} ${name}` : `TRIGGER ${trigger} ON ${table}`, sql }
  })
}

export const readObjects = (): DatabaseObject[] =>
  globSync(sqlFiles)
    .map((path) => ({ path, name: basename(path, '.sql') }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ path, name }) => parseObjects(name, readFileSync(path, 'utf8')))

type Catalogued = {
  key: string
  identity: string
  definition: string
  /** True if the current transaction has written the object. */
  is_written: boolean
}

/** Objects of extensions are left out. */
const catalogue = `
  SELECT 'FUNCTION ' || proname AS key, 'FUNCTION ' || oid::regprocedure AS identity, pg_get_functiondef(oid) AS definition,
         age(xmin) <= age(pg_current_xact_id()::xid) AS is_written
    FROM pg_proc
   WHERE pronamespace = 'public'::regnamespace AND prokind IN ('f', 'p')
     AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')
   UNION ALL
  SELECT 'VIEW ' || relname, 'VIEW ' || oid::regclass, pg_get_viewdef(oid), true
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'v'
   UNION ALL
  SELECT format('TRIGGER %s ON %s', tgname, relname), format('TRIGGER %I ON %s', tgname, tgrelid::regclass),
         pg_get_triggerdef(pg_trigger.oid), true
    FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
   WHERE relnamespace = 'public'::regnamespace AND NOT tgisinternal
   ORDER BY 1, 2`

const readCatalogue = async (client: Client) => (await client.query<Catalogued>(catalogue)).rows

/** Changes that CREATE OR REPLACE refuses: result or argument names of a function, columns of a view. */
const notReplaceable = ['42P13', '42P16']

async function runWithin(client: Client, sql: string): Promise<string> {
  await client.query('SAVEPOINT statement')
  try {
    await client.query(sql)
    return sql
  } catch (error) {
    await client.query('ROLLBACK TO statement')
    throw error
  }
}

/** Runs the statements in the order of their dependencies and returns them in that order. */
async function runInOrder(client: Client, objects: DatabaseObject[], before: Catalogued[]): Promise<DatabaseObject[]> {
  const done: DatabaseObject[] = []
  for (let waiting = objects; waiting.length > 0;) {
    const failed: DatabaseObject[] = []
    let problem: unknown
    for (const { key, sql } of waiting) {
      const former = before.find((one) => one.key === key)
      try {
        const run = await runWithin(client, sql).catch((error: unknown) => {
          if (!former || !notReplaceable.includes(sqlStateOf(error) ?? '')) throw error
          return runWithin(client, `DROP ${former.identity};\n${sql}`)
        })
        done.push({ key, sql: run })
      } catch (error) {
        failed.push({ key, sql })
        problem = new Error(`${key}: ${(error as Error).message}`, { cause: error })
      }
    }
    if (failed.length === waiting.length) throw problem
    waiting = failed
  }
  return done
}

/** Returns the statements that change the database's functions, triggers and views to `objects`, without changing it. */
export async function objectChanges(client: Client, objects = readObjects()): Promise<string[]> {
  await client.query('BEGIN')
  try {
    const before = await readCatalogue(client)
    const created = await runInOrder(client, objects, before)
    const after = await readCatalogue(client)
    const isExpected = ({ key, is_written }: Catalogued) => is_written && objects.some((object) => object.key === key)
    const drops = after
      .filter((found) => !isExpected(found))
      .map(({ key, identity }) => ({ key, sql: `DROP ${identity};` }))
    const isUnchanged = ({ key, definition }: Catalogued) =>
      before.some((former) => former.key === key && former.definition === definition)
    const isChanged = ({ key }: DatabaseObject) =>
      after.some((found) => found.key === key && isExpected(found) && !isUnchanged(found))
    const changed = created.filter(isChanged)
    return [...changed, ...(await runInOrder(client, drops, []))].map(({ sql }) => sql)
  } finally {
    await client.query('ROLLBACK')
  }
}
