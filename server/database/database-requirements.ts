import { StartProblem } from '../settings/settings.ts'

const minPostgresVersion = 15
const extensions = ['unaccent', 'pg_trgm']

type Query = (sql: string) => Promise<Record<string, unknown>[]>

export async function assertDatabaseRequirements(query: Query): Promise<void> {
  const [facts] = await query(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
            current_setting('server_encoding') AS encoding,
            array(SELECT name::text FROM pg_available_extensions) AS available,
            EXISTS (SELECT FROM pg_collation WHERE collname = 'en-x-icu') AS has_icu`,
  )
  const { version, number, encoding, available, has_icu } = facts as {
    version: string
    number: number
    encoding: string
    available: string[]
    has_icu: boolean
  }
  if (number < minPostgresVersion * 10_000)
    throw new StartProblem(`The database is PostgreSQL ${version}: ${minPostgresVersion} or newer is required.`)
  if (encoding !== 'UTF8')
    throw new StartProblem(
      `The database has the encoding ${encoding}: create one with ENCODING 'UTF8' TEMPLATE template0.`,
    )
  const missing = extensions.filter((name) => !available.includes(name))
  if (missing.length > 0)
    throw new StartProblem(
      `The database lacks the extension ${missing.join(' and ')}: install PostgreSQL's contrib package.`,
    )
  if (!has_icu)
    throw new StartProblem('The database has no ICU collations, which sort names: use a PostgreSQL built with ICU.')
}
