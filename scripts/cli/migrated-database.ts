import { getMember } from '../../server/admin/member.ts'
import { migrate, listPendingMigrations } from '../../server/database/migrations.ts'
import { closeDatabase, db, openDatabase } from '../../server/database/db.ts'
import { StartProblem } from '../../server/settings/settings.ts'
import { mayWrite, withDatabase } from './command.ts'

async function throwInWords(error: unknown): Promise<never> {
  // Imported on demand, because it loads Stripe's library.
  const { problemInWords } = await import('./problem.ts')
  throw problemInWords(error)
}

async function refuseUnmigrated() {
  const [first, ...others] = await listPendingMigrations((sql) => db.$queryRawUnsafe(sql))
  if (first)
    throw new StartProblem(
      `The database lacks ${others.length + 1} migrations of this program, first ${first}. Commands that only read, and dry runs, apply none: start a server, or run npm run prisma -- deploy.`,
    )
}

/** Opens `db` and migrates for commands that write; other commands need a migrated database. Errors become sentences. */
export const withMigratedDatabase = (run: (url: string) => Promise<void>) =>
  withDatabase(async (url) => {
    if (mayWrite()) await migrate(url)
    await openDatabase(url, 2)
    await (mayWrite() ? Promise.resolve() : refuseUnmigrated())
      .then(() => run(url))
      .catch(throwInWords)
      .finally(() => closeDatabase().catch(() => {}))
  })

export async function getUser(email: string) {
  const user = await db.user.findUnique({ where: { email }, select: { id: true } })
  if (!user) throw new StartProblem(`There is no account with the address ${email}.`)
  return user
}

/** Returns the member with the address, and the key of an edit of it. */
export async function getEditedMember(email: string) {
  const { item, etag } = await getMember((await getUser(email)).id)
  return { item, key: { id: item.id, if_match: etag, editor: { id: null } } }
}
