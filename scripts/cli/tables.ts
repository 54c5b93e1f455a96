import { migrate } from '../../server/database/migrations.ts'
import { closeDatabase, db, openDatabase } from '../../server/db.ts'
import { StartProblem } from '../../server/settings.ts'
import { withDatabase } from './command.ts'

async function throwInWords(error: unknown): Promise<never> {
  // Knows Stripe's errors, whose library few commands need.
  const { problemInWords } = await import('./problem.ts')
  throw problemInWords(error)
}

/** The database of the settings with its tables as they are now, open for `db`. What is refused is said as a sentence. */
export const withTables = (work: (url: string) => Promise<void>) =>
  withDatabase(async (url) => {
    await migrate(url)
    await openDatabase(url, 2)
    await work(url)
      .catch(throwInWords)
      .finally(() => closeDatabase().catch(() => {}))
  })

export async function getUser(email: string) {
  const user = await db.user.findUnique({ where: { email }, select: { id: true, role: true } })
  if (!user) throw new StartProblem(`There is no account of ${email}.`)
  return user
}
