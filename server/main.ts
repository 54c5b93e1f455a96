import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createApp, startBackground } from './app.ts'
import type { AppOptions } from './app.ts'
import { keepSecret } from './data-folder.ts'
import { closeDatabase, openDatabase } from './db.ts'
import { addStarterLibrary } from './library/starter.ts'
import { migrate } from './migrations.ts'
import type { PageRenderer } from './plugins/pages.ts'
import { reachDatabase } from './reach-database.ts'
import { parseSettings, StartProblem } from './settings.ts'
import { addStarterPlans } from './subscription/plans.ts'
import { createFirstAdmin } from './users/first-admin.ts'

/** What was started, to be stopped in the opposite order. */
const started: (() => Promise<unknown>)[] = []
let stopping: Promise<void> | undefined

async function stop(): Promise<void> {
  for (const end of started.splice(0).toReversed())
    await end().catch((error: Error) => {
      console.error(`While stopping: ${error.message}`)
      process.exitCode = 1
    })
}

/** The client as it was built; in development there may be none, and Vite draws the pages. */
async function findRenderer(): Promise<PageRenderer | null> {
  const built = fileURLToPath(new URL('../dist/server/entry-server.js', import.meta.url))
  return existsSync(built) ? ((await import(built)) as PageRenderer) : null
}

async function start(): Promise<void> {
  const settings = parseSettings(process.env)
  const { url, release } = await reachDatabase(settings)
  started.push(release)
  await migrate(url).catch((error: Error) => {
    throw new StartProblem(`The database could not be prepared: ${error.message || (error as { code?: string }).code}`)
  })
  await openDatabase(url, settings.DATABASE_POOL)
  started.push(closeDatabase)
  if (settings.SEED === 'starter') {
    await addStarterLibrary()
    await addStarterPlans()
    const file = join(settings.DATA_DIR, 'first-admin.json')
    const admin = await createFirstAdmin(file)
    if (admin) console.log(`The first account is ${admin.email}, its password ${admin.password} (kept in ${file}).`)
  }
  const secret = settings.JWT_SECRET ?? (await keepSecret(join(settings.DATA_DIR, 'jwt-secret')))
  const options: AppOptions = {
    settings,
    secrets: [secret, ...(settings.JWT_OLD_SECRETS ?? [])],
    renderer: await findRenderer(),
  }
  const app = await createApp(options)
  started.push(() => app.close())
  await startBackground(app, options)
  await app.listen({ host: settings.HOST, port: settings.PORT }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      throw new StartProblem(`Port ${settings.PORT} of ${settings.HOST} is taken: stop who has it, or set PORT.`)
    throw new StartProblem(`The server cannot listen on ${settings.HOST}:${settings.PORT}: ${error.message}.`)
  })
  console.log(`${settings.SITE_NAME} is ready at ${app.listeningOrigin}`)
}

/** A second signal while stopping changes nothing: requests in flight and counted events are kept either way. */
function onSignal() {
  stopping ??= stop().then(() => process.exit())
}
process.on('SIGINT', onSignal)
process.on('SIGTERM', onSignal)
process.on('SIGHUP', onSignal)

try {
  await start()
} catch (error) {
  if (!stopping) {
    console.error(error instanceof StartProblem ? error.message : error)
    await stop()
    process.exit(1)
  }
}
