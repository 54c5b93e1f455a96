import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArchive } from '../../../server/backup/archive-file.ts'
import { backUp } from '../../../server/backup/backup.ts'
import { restore } from '../../../server/backup/restore.ts'
import { migrate } from '../../../server/database/migrations.ts'
import { findPostgres, startPostgres } from '../../../server/embedded/postgres.ts'
import type { Postgres } from '../../../server/embedded/postgres.ts'
import { fillSite, readEverything } from '../../support/postgres/backups.ts'
import { withClient } from '../../support/postgres/database.ts'
import { createDataFolder } from '../../support/site.ts'

const folder = createDataFolder()
const cluster = join(folder, 'postgres')
let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres(cluster)
})
afterAll(() => postgres.stop())

const run = (statement: string, url = postgres.url) =>
  withClient(url, async (client) => (await client.query(statement)).rows)

const reachesBeyond = [
  `ALTER DATABASE postgres SET session_preload_libraries = 'none'`,
  `ALTER DATABASE postgres SET session_replication_role = 'replica'`,
  `COPY (SELECT 'run') TO PROGRAM 'cat > ${join(folder, 'run')}'`,
  `COPY (SELECT 'run') TO '${join(folder, 'run')}'`,
  `SELECT pg_read_file('${join(cluster, 'password')}')`,
  'SET ROLE promptory',
  'ALTER ROLE site SUPERUSER',
  'CREATE ROLE another',
  'ALTER SYSTEM SET fsync = off',
]

const notOfTheSite = `
  SELECT pg_describe_object(classid, objid, objsubid) AS object FROM (
    SELECT 'pg_class'::regclass AS classid, oid AS objid, 0 AS objsubid, relowner AS role FROM pg_class
    UNION ALL SELECT 'pg_proc'::regclass, oid, 0, proowner FROM pg_proc
    UNION ALL SELECT 'pg_type'::regclass, oid, 0, typowner FROM pg_type
    UNION ALL SELECT 'pg_ts_config'::regclass, oid, 0, cfgowner FROM pg_ts_config
    UNION ALL SELECT 'pg_ts_dict'::regclass, oid, 0, dictowner FROM pg_ts_dict
    UNION ALL SELECT 'pg_statistic_ext'::regclass, oid, 0, stxowner FROM pg_statistic_ext
    UNION ALL SELECT 'pg_collation'::regclass, oid, 0, collowner FROM pg_collation
    UNION ALL SELECT 'pg_operator'::regclass, oid, 0, oprowner FROM pg_operator
    UNION ALL SELECT 'pg_event_trigger'::regclass, oid, 0, evtowner FROM pg_event_trigger
    UNION ALL SELECT 'pg_namespace'::regclass, oid, 0, nspowner FROM pg_namespace) AS owned
   WHERE objid >= 16384 AND role NOT IN ('site'::regrole, 'pg_database_owner'::regrole)
     AND pg_describe_object(classid, objid, objsubid) !~ 'toast'
     AND NOT EXISTS (SELECT FROM pg_depend WHERE pg_depend.classid = owned.classid AND pg_depend.objid = owned.objid AND deptype = 'e')
     AND NOT EXISTS (SELECT FROM pg_type AS element JOIN pg_depend ON refobjid = element.oid AND deptype = 'e'
                      WHERE owned.classid = 'pg_type'::regclass AND element.typarray = owned.objid)`

async function restoreOver(url: string) {
  const file = join(folder, 'site.backup')
  await backUp(url, file, { dryRun: false, progress: () => {} })
  const options = { force: true, dryRun: false, withoutJobs: false, progress: () => {}, notify: () => {} }
  await restore(url, await openArchive(file), options)
}

const evil = `
  CREATE SCHEMA evil;
  CREATE FUNCTION evil.take() RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog AS $$ BEGIN
    IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
      EXECUTE 'ALTER ROLE site SUPERUSER';
      COPY (SELECT 'run') TO PROGRAM 'cat > ${join(folder, 'run')}';
    END IF; END $$;
  CREATE FUNCTION evil.to_regrole(text) RETURNS regrole LANGUAGE plpgsql AS $$ BEGIN
    PERFORM evil.take(); RETURN pg_catalog.to_regrole($1); END $$;
  CREATE FUNCTION evil.current_database() RETURNS name LANGUAGE plpgsql AS $$ BEGIN
    PERFORM evil.take(); RETURN pg_catalog.current_database(); END $$;
  CREATE FUNCTION evil.same(name, name) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
    PERFORM evil.take(); RETURN $1::text OPERATOR(pg_catalog.=) $2::text; END $$;
  CREATE OPERATOR evil.= (LEFTARG = name, RIGHTARG = name, FUNCTION = evil.same)`

/** Settings that a database owner can set for every session. */
const settingsForAll = [
  'search_path = evil, pg_catalog, public',
  'search_path = evil, public',
  'role = site',
  'session_authorization = site',
  "local_preload_libraries = 'none'",
  'default_transaction_read_only = on',
  'statement_timeout = 1',
  'idle_session_timeout = 1',
]

const refusal = /permission denied|must be|Only roles/

describe('the database role of the site on the embedded PostgreSQL', () => {
  test('can migrate, fill, back up and restore its database', async () => {
    await migrate(postgres.url)
    await fillSite(postgres.url)
    const before = await readEverything(postgres.url)
    await restoreOver(postgres.url)
    expect(await readEverything(postgres.url)).toEqual(before)
    expect((await findPostgres(cluster))?.url).toBe(postgres.url)
  })

  test.each(reachesBeyond)('may not run: %s', async (statement) => {
    await expect(run(statement)).rejects.toThrow(refusal)
  })

  test('becomes the owner of the objects that an earlier release created as the superuser', async () => {
    const asSuperuser = (statement: string) => run(statement, postgres.superuserUrl)
    await asSuperuser('ALTER DATABASE postgres OWNER TO promptory')
    await asSuperuser('DROP SCHEMA public, pgboss CASCADE')
    await asSuperuser('CREATE SCHEMA public AUTHORIZATION pg_database_owner')
    await asSuperuser('DROP OWNED BY site')
    await asSuperuser('DROP ROLE site')
    await migrate(postgres.superuserUrl)
    await fillSite(postgres.superuserUrl)
    const before = await readEverything(postgres.superuserUrl)
    await postgres.stop()
    postgres = await startPostgres(cluster)
    expect(await run(notOfTheSite)).toEqual([])
    expect(await readEverything(postgres.url)).toEqual(before)
    for (const statement of reachesBeyond) await expect(run(statement)).rejects.toThrow(refusal)
    await restoreOver(postgres.url)
    expect(await readEverything(postgres.url)).toEqual(before)
  })

  test.each(['DATABASE postgres', 'ROLE site', 'ROLE site IN DATABASE postgres'])(
    'cannot affect the superuser with settings of %s, which a start resets',
    async (scope) => {
      await run(`DROP SCHEMA IF EXISTS evil CASCADE; ${evil}`)
      for (const setting of settingsForAll) {
        await run(`ALTER ${scope} SET ${setting}`)
        await postgres.stop()
        postgres = await startPostgres(cluster)
        const facts = `SELECT rolsuper, (SELECT count(*)::int FROM pg_db_role_setting) AS settings FROM pg_roles WHERE rolname = 'site'`
        const isRun = existsSync(join(folder, 'run'))
        expect([setting, ...(await run(facts)), isRun]).toEqual([setting, { rolsuper: false, settings: 0 }, false])
      }
    },
  )

  test('is refused with a password other than the stored one, and PostgreSQL stops', async () => {
    await postgres.stop()
    const file = join(cluster, 'password')
    const password = readFileSync(file)
    writeFileSync(file, 'another')
    await expect(startPostgres(cluster)).rejects.toThrow(
      `cannot use it: password authentication failed for user "promptory". Restore the file ${file} that belongs to this database.`,
    )
    expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false)
    writeFileSync(file, password)
    postgres = await startPostgres(cluster)
  })

  test('becomes the owner of objects that the superuser creates later, even concurrently', async () => {
    await run('CREATE TABLE later (id serial); CREATE VIEW of_later AS SELECT id FROM later', postgres.superuserUrl)
    expect(await run(notOfTheSite)).not.toEqual([])
    await Promise.all(Array.from({ length: 4 }, () => findPostgres(cluster)))
    expect(await run(notOfTheSite)).toEqual([])
  })
})
