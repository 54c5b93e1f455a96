import { migrate } from '../../server/database/migrations.ts'
import { closeDatabase, db, openDatabase } from '../../server/db.ts'
import { StartProblem } from '../../server/settings.ts'
import { withDatabase } from './command.ts'

/** The database of the settings with its tables as they are now, open for `db`. */
export const withTables = (work: (url: string) => Promise<void>) =>
  withDatabase(async (url) => {
    await migrate(url)
    await openDatabase(url, 2)
    await work(url).finally(() => closeDatabase().catch(() => {}))
  })

export async function getUser(email: string) {
  const user = await db.user.findUnique({ where: { email }, select: { id: true, role: true } })
  if (!user) throw new StartProblem(`There is no account of ${email}.`)
  return user
}
