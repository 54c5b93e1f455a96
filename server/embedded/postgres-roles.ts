import { createHmac } from 'node:crypto'
import { DatabaseClient } from '../database/database-client.ts'

/** initdb makes the cluster with its superuser, which PostgreSQL lets nobody demote: the site has a role of its own. */
const superuser = 'promptory'
const owner = 'site'
/** The lowest that PostgreSQL gives an object that is not its own. */
const firstOid = 16_384

const urlOf = (role: string, password: string, port: number) =>
  `postgresql://${role}:${password}@127.0.0.1:${port}/postgres`

export type RoleUrls = {
  /** Of a role that owns its database and has no rights beyond it: no SQL of the site runs programs or reads files. */
  url: string
  superuserUrl: string
}

/**
 * The site owns the database, and what an owner sets there holds for everybody who connects, but for what a client asks
 * for itself: whose functions are called and as whom, which libraries are loaded, and whether anything can be done.
 */
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

/** Settings that the site's role can have made: it may have locked itself out by them. */
const listSettings = `
  SELECT format('ALTER %s RESET ALL', CASE WHEN setrole = 0 THEN 'DATABASE postgres'
                WHEN setdatabase = 0 THEN 'ROLE ${owner}' ELSE 'ROLE ${owner} IN DATABASE postgres' END) AS statement
    FROM pg_db_role_setting
   WHERE setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
     AND setrole IN (0, to_regrole('${owner}')) AND (setdatabase, setrole) <> (0, 0)`

const isReady = `SELECT FROM pg_database WHERE datname = current_database() AND datdba = to_regrole('${owner}')`

/** Clusters of before the role, and what a release of before it has made since. Their sequences follow the columns that own them. */
const listForeign = `
  WITH object AS (
    SELECT 'pg_class'::regclass AS classid, oid, relowner AS role FROM pg_class
     WHERE relkind IN ('r', 'p', 'v', 'm', 'f') OR relkind = 'S' AND NOT EXISTS (
           SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype IN ('a', 'i'))
    UNION ALL SELECT 'pg_proc'::regclass, oid, proowner FROM pg_proc
    UNION ALL SELECT 'pg_type'::regclass, oid, typowner FROM pg_type
     WHERE typtype IN ('e', 'd', 'r') OR EXISTS (SELECT FROM pg_class WHERE pg_class.oid = typrelid AND relkind = 'c')
    UNION ALL SELECT 'pg_ts_config'::regclass, oid, cfgowner FROM pg_ts_config
    UNION ALL SELECT 'pg_namespace'::regclass, oid, nspowner FROM pg_namespace)
  SELECT format('ALTER %s %s OWNER TO ${owner}', type, identity) AS statement
    FROM object, pg_identify_object(classid, oid, 0)
   WHERE oid >= ${firstOid} AND role = current_user::regrole AND NOT EXISTS (
         SELECT FROM pg_depend WHERE pg_depend.classid = object.classid AND objid = object.oid AND deptype = 'e')`

/** The superuser's password alone is kept: whoever has the site's cannot get back to it. */
const ownerPassword = (password: string) => createHmac('sha256', password).update(owner).digest('hex')

async function giveDatabase(client: DatabaseClient, password: string) {
  const list = async () =>
    (await client.query<{ statement: string }>(`${listSettings} UNION ALL (${listForeign})`)).rows
  if ((await client.query(isReady)).rowCount === 1 && (await list()).length === 0) return
  await client.query('BEGIN')
  // Commands may join a server at once.
  await client.query(`LOCK TABLE pg_authid IN SHARE ROW EXCLUSIVE MODE`)
  const { rowCount } = await client.query(`SELECT FROM pg_roles WHERE rolname = '${owner}'`)
  if (rowCount === 0) await client.query(`CREATE ROLE ${owner} LOGIN PASSWORD '${ownerPassword(password)}'`)
  await client.query(`ALTER DATABASE postgres OWNER TO ${owner}`)
  for (const { statement } of await list()) await client.query(statement)
  await client.query('COMMIT')
}

/** Makes the role of the site where there is none yet, and gives it all that the superuser has made. */
export async function prepareRoles(password: string, port: number): Promise<RoleUrls> {
  const superuserUrl = urlOf(superuser, password, port)
  const client = new DatabaseClient({
    connectionString: superuserUrl,
    connectionTimeoutMillis: 10_000,
    options: superuserSettings.map((setting) => `-c ${setting}`).join(' '),
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await giveDatabase(client, password)
  } finally {
    await client.end()
  }
  return { url: urlOf(owner, ownerPassword(password), port), superuserUrl }
}
