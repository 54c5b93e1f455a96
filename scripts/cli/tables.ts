import { migrate, pendingMigrations } from '../../server/database/migrations.ts'
import { closeDatabase, db, openDatabase } from '../../server/database/db.ts'
import { StartProblem } from '../../server/settings/settings.ts'
import { mayWrite, withDatabase } from './command.ts'

async function throwInWords(error: unknown): Promise<never> {
  // Knows Stripe's errors, whose library few commands need.
  const { problemInWords } = await import('./problem.ts')
  throw problemInWords(error)
}

async function refuseUnmigrated() {
  const [first, ...others] = await pendingMigrations((sql) => db.$queryRawUnsafe(sql))
  if (first)
    throw new StartProblem(
      `The database lacks ${others.length + 1} migrations of this program, first ${first}, and what only reads or tries applies none: start a server, or run npm run prisma -- deploy.`,
    )
}

/** The database of the settings with its tables as this program knows them, open for `db`. What is refused is said as a sentence. */
export const withTables = (run: (url: string) => Promise<void>) =>
  withDatabase(async (url) => {
    if (mayWrite()) await migrate(url)
    await openDatabase(url, 2)
    await (mayWrite() ? Promise.resolve() : refuseUnmigrated())
      .then(() => run(url))
      .catch(throwInWords)
      .finally(() => closeDatabase().catch(() => {}))
  })

export async function getUser(email: string) {
  const user = await db.user.findUnique({ where: { email }, select: { id: true, role: true } })
  if (!user) throw new StartProblem(`There is no account of ${email}.`)
  return user
}
