import { createHmac } from 'node:crypto'
import { DatabaseClient } from '../database/database-client.ts'

/** Superuser that initdb creates. PostgreSQL cannot demote it, so the site uses a role of its own. */
const superuserRole = 'promptory'
const siteRole = 'site'
const firstOid = 16_384

const urlOf = (role: string, password: string, port: number) =>
  `postgresql://${role}:${password}@127.0.0.1:${port}/postgres`

export type RoleUrls = {
  /** URL of the site's role. The role has no rights beyond its database: no programs, no files. */
  url: string
  superuserUrl: string
}

/** Session settings of the superuser. They override defaults that the site's role may set for every client. */
const superuserSettings = [
  'search_path=pg_catalog,pg_temp',
  'role=none',
  'local_preload_libraries=',
  'default_transaction_read_only=off',
  'statement_timeout=0',
  'transaction_timeout=0',
  'idle_in_transaction_session_timeout=0',
  'idle_session_timeout=0',
]

const listSiteSettings = `
  SELECT format('ALTER %s RESET ALL', CASE WHEN setrole = 0 THEN 'DATABASE postgres'
                WHEN setdatabase = 0 THEN 'ROLE ${siteRole}' ELSE 'ROLE ${siteRole} IN DATABASE postgres' END) AS statement
    FROM pg_db_role_setting
   WHERE setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
     AND setrole IN (0, to_regrole('${siteRole}')) AND (setdatabase, setrole) <> (0, 0)`

const isDatabaseOwned = `SELECT FROM pg_database WHERE datname = current_database() AND datdba = to_regrole('${siteRole}')`

/** SQL: statements that give objects of the superuser, created by early releases, to the site's role. */
const listSuperuserObjects = `
  WITH object AS (
    SELECT 'pg_class'::regclass AS classid, oid, relowner AS role FROM pg_class
     WHERE relkind IN ('r', 'p', 'v', 'm', 'f') OR relkind = 'S' AND NOT EXISTS (
           SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype IN ('a', 'i'))
    UNION ALL SELECT 'pg_proc'::regclass, oid, proowner FROM pg_proc
    UNION ALL SELECT 'pg_type'::regclass, oid, typowner FROM pg_type
     WHERE typtype IN ('e', 'd', 'r') OR EXISTS (SELECT FROM pg_class WHERE pg_class.oid = typrelid AND relkind = 'c')
    UNION ALL SELECT 'pg_ts_config'::regclass, oid, cfgowner FROM pg_ts_config
    UNION ALL SELECT 'pg_namespace'::regclass, oid, nspowner FROM pg_namespace)
  SELECT format('ALTER %s %s OWNER TO ${siteRole}', type, identity) AS statement
    FROM object, pg_identify_object(classid, oid, 0)
   WHERE oid >= ${firstOid} AND role = current_user::regrole AND NOT EXISTS (
         SELECT FROM pg_depend WHERE pg_depend.classid = object.classid AND objid = object.oid AND deptype = 'e')`

/** Password of the site's role, derived from the superuser's, which is the only stored password. */
const ownerPassword = (password: string) => createHmac('sha256', password).update(siteRole).digest('hex')

async function transferDatabase(client: DatabaseClient, password: string) {
  const listStatements = async () =>
    (await client.query<{ statement: string }>(`${listSiteSettings} UNION ALL (${listSuperuserObjects})`)).rows
  if ((await client.query(isDatabaseOwned)).rowCount === 1 && (await listStatements()).length === 0) return
  await client.query('BEGIN')
  await client.query(`LOCK TABLE pg_authid IN SHARE ROW EXCLUSIVE MODE`)
  const { rowCount } = await client.query(`SELECT FROM pg_roles WHERE rolname = '${siteRole}'`)
  if (rowCount === 0) await client.query(`CREATE ROLE ${siteRole} LOGIN PASSWORD '${ownerPassword(password)}'`)
  await client.query(`ALTER DATABASE postgres OWNER TO ${siteRole}`)
  for (const { statement } of await listStatements()) await client.query(statement)
  await client.query('COMMIT')
}

export async function prepareRoles(password: string, port: number): Promise<RoleUrls> {
  const superuserUrl = urlOf(superuserRole, password, port)
  const client = new DatabaseClient({
    connectionString: superuserUrl,
    connectionTimeoutMillis: 10_000,
    options: superuserSettings.map((setting) => `-c ${setting}`).join(' '),
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await transferDatabase(client, password)
  } finally {
    await client.end()
  }
  return { url: urlOf(siteRole, ownerPassword(password), port), superuserUrl }
}
