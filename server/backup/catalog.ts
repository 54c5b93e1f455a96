import type { Client } from 'pg'
import type { ArchiveSequence, ArchiveTable } from './archive.ts'

export const backedUpSchemas = ['public', 'pgboss']

export type SizedTable = ArchiveTable & { bytes: number }

const isProductObject = `nspname = ANY ($1) AND NOT EXISTS (
  SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')`

/** Lists tables with their columns. Omits generated columns. Lists partitions instead of a partitioned table. */
export async function listTables(client: Client): Promise<SizedTable[]> {
  const { rows } = await client.query<SizedTable>(
    `SELECT nspname::text AS schema, relname::text AS name, pg_table_size(c.oid)::float8 AS bytes,
            array(SELECT attname::text FROM pg_attribute
                   WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns
       FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
      WHERE relkind = 'r' AND ${isProductObject} ORDER BY nspname DESC, relname`,
    [backedUpSchemas],
  )
  return rows
}

export async function listSequences(client: Client): Promise<ArchiveSequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `SELECT nspname::text AS schema, relname::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
      WHERE relkind = 'S' AND ${isProductObject} ORDER BY nspname DESC, relname`,
    [backedUpSchemas],
  )
  const sequences: ArchiveSequence[] = []
  for (const sequence of rows) {
    const state = await client.query(`SELECT last_value::text, is_called FROM ${qualifiedName(client, sequence)}`)
    sequences.push({ ...sequence, ...state.rows[0] })
  }
  return sequences
}

const readMigrations = `SELECT migration_name::text AS name FROM _prisma_migrations
  WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`

export const listAppliedMigrations = async (client: Client): Promise<string[]> =>
  (await client.query<{ name: string }>(readMigrations)).rows.map(({ name }) => name)

export const qualifiedName = (client: Client, { schema, name }: { schema: string; name: string }) =>
  `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`

export const columnsOf = (client: Client, { columns }: ArchiveTable) =>
  columns.map((column) => client.escapeIdentifier(column)).join(', ')

export async function listDropStatements(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(`
    WITH object AS (
      SELECT 1 AS place, CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE'
               WHEN 'f' THEN 'FOREIGN TABLE' ELSE 'TABLE' END AS kind,
             format('%I.%I', nspname, relname) AS name, 'pg_class'::regclass AS classid, c.oid
        FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
       WHERE nspname = 'public' AND relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
      UNION ALL
      SELECT 2, CASE prokind WHEN 'p' THEN 'PROCEDURE' WHEN 'a' THEN 'AGGREGATE' ELSE 'FUNCTION' END,
             format('%I.%I(%s)', nspname, proname, pg_get_function_identity_arguments(p.oid)), 'pg_proc'::regclass, p.oid
        FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace WHERE nspname = 'public'
      UNION ALL
      SELECT 3, 'TYPE', format('%I.%I', nspname, typname), 'pg_type'::regclass, t.oid
        FROM pg_type t JOIN pg_namespace n ON n.oid = typnamespace
       WHERE nspname = 'public' AND (typtype IN ('e', 'd', 'r') OR typtype = 'c'
             AND EXISTS (SELECT FROM pg_class WHERE pg_class.oid = typrelid AND relkind = 'c'))
      UNION ALL
      SELECT 4, 'TEXT SEARCH CONFIGURATION', format('%I.%I', nspname, cfgname), 'pg_ts_config'::regclass, f.oid
        FROM pg_ts_config f JOIN pg_namespace n ON n.oid = cfgnamespace WHERE nspname = 'public')
    SELECT format('DROP %s IF EXISTS %s CASCADE', kind, name) AS statement FROM object
     WHERE NOT EXISTS (SELECT FROM pg_depend WHERE pg_depend.classid = object.classid AND objid = object.oid AND deptype = 'e')
     ORDER BY place, name`)
  return [...rows.map(({ statement }) => statement), 'DROP SCHEMA IF EXISTS pgboss CASCADE']
}

/** Drops constraints and indexes, and disables triggers. Returns the SQL statements that restore them. */
export async function prepareForLoad(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ take: string; put: string }>(
    `
    WITH ours AS (SELECT c.oid, format('%I.%I', nspname, relname) AS name
                    FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = ANY ($1) AND relkind = 'r'),
    change AS (
      -- Foreign keys are dropped first and restored last. A key that a view groups by cannot be dropped.
      SELECT CASE contype WHEN 'f' THEN 1 ELSE 2 END AS place,
             format('ALTER TABLE %s DROP CONSTRAINT %I', name, conname) AS take,
             format('ALTER TABLE %s ADD CONSTRAINT %I %s', name, conname, pg_get_constraintdef(k.oid)) AS put
        FROM pg_constraint k JOIN ours ON conrelid = ours.oid
       WHERE contype IN ('f', 'p', 'u', 'x') AND conparentid = 0 AND NOT EXISTS (
             SELECT FROM pg_depend WHERE refclassid = 'pg_constraint'::regclass AND refobjid = k.oid AND classid = 'pg_rewrite'::regclass)
      UNION ALL
      SELECT 3, format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
        FROM pg_index JOIN ours ON indrelid = ours.oid
       WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
         AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = indexrelid)
      UNION ALL
      SELECT 0, format('ALTER TABLE %s DISABLE TRIGGER %I', name, tgname),
             format('ALTER TABLE %s ENABLE%s TRIGGER %I', name,
                    CASE tgenabled WHEN 'A' THEN ' ALWAYS' WHEN 'R' THEN ' REPLICA' ELSE '' END, tgname)
        FROM pg_trigger JOIN ours ON tgrelid = ours.oid WHERE NOT tgisinternal AND tgparentid = 0 AND tgenabled <> 'D')
    SELECT take, put FROM change ORDER BY place, take`,
    [backedUpSchemas],
  )
  for (const { take } of rows) await client.query(take)
  return rows.map(({ put }) => put).toReversed()
}
