import { describeFailure } from '../database/describe-failure.ts'
import { joinDatabase, releaseDatabase } from '../embedded/ensure-database.ts'
import { closeDatabase } from '../database/db.ts'
import { prepareDatabase } from './prepare.ts'
import { parseSettings } from '../settings/settings.ts'

let releasing: Promise<void> | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void (releasing ??= releaseDatabase().finally(() => process.exit(130))))

async function prepareOnce(): Promise<void> {
  const settings = parseSettings(process.env)
  const applied = await prepareDatabase(settings, await joinDatabase(settings))
  console.log(
    applied.length === 0
      ? 'The database is up to date: no migration was pending.'
      : `The database is ready: ${applied.length === 1 ? 'a migration was' : `${applied.length} migrations were`} applied.`,
  )
  await closeDatabase()
}

await prepareOnce().catch(async (error: unknown) => {
  await releasing
  console.error(describeFailure(error))
  process.exitCode = 1
})
await releaseDatabase()
process.exit()
