import '../messages.ts'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createApp } from '../app.ts'
import type { AppOptions } from '../app.ts'
import { startBackground } from './background.ts'
import { markStopping } from '../settings/data-folder.ts'
import { closeDatabase } from '../database/db.ts'
import { describeFailure } from '../database/describe-failure.ts'
import { createJobs } from '../jobs.ts'
import type { PageRenderer } from '../pages/pages.ts'
import { featureRoutes } from '../routes.ts'
import { reachableUrl } from './reachable-url.ts'
import { prepareDatabase } from './prepare.ts'
import { ensureDatabase, releaseDatabase } from '../embedded/ensure-database.ts'
import { listenProblem, parseSettings } from '../settings/settings.ts'
import { findSigningSecrets } from '../users/signing-keys.ts'

/** Database connections of the job queue: enough for some hundred mail jobs per second. */
const jobConnections = 4

const stopSteps: (() => Promise<unknown>)[] = []
let stopping: Promise<void> | undefined

/** Maximum time in ms of each stop step after a failure, since a lost database may delay jobs and queries. */
const endTimeoutMs = 20_000

async function stop(): Promise<void> {
  for (const end of stopSteps.splice(0).toReversed())
    await Promise.race([end(), ...(process.exitCode ? [sleep(endTimeoutMs)] : [])]).catch((error: Error) => {
      console.error(`Error while stopping: ${error.message}`)
      process.exitCode = 1
    })
}

async function findRenderer(): Promise<PageRenderer | null> {
  const built = fileURLToPath(new URL('../../dist/server/entry-server.js', import.meta.url))
  return existsSync(built) ? ((await import(built)) as PageRenderer) : null
}

async function start(): Promise<void> {
  const settings = parseSettings(process.env)
  // Comes first, since a signal may arrive while the database starts.
  stopSteps.push(releaseDatabase)
  const database = await ensureDatabase(settings, (reason) => void fail(reason))
  await prepareDatabase(settings, database)
  const options: AppOptions = {
    settings,
    secrets: await findSigningSecrets(settings),
    renderer: await findRenderer(),
    jobs: createJobs(database.url, { connections: jobConnections }),
    routes: featureRoutes,
  }
  const app = await createApp(options)
  // Added only now, since closing waits for queries, and these may wait for another server's start.
  stopSteps.push(closeDatabase, () => app.draining.drain(settings.DRAIN_SECONDS).then(() => app.close()))
  await startBackground(app, options)
  await app.listen({ host: settings.HOST, port: settings.PORT }).catch((error: Error) => {
    throw listenProblem(settings, error)
  })
  console.log(`${settings.SITE_NAME} is ready at ${reachableUrl(settings.PUBLIC_URL, app.listeningOrigin)}`)
  if (settings.NODE_ENV === 'production' && settings.PAYMENTS === 'sandbox')
    console.warn(
      'Payments go to a sandbox: nobody is charged, and every page shows a note. Set PAYMENTS=on for real payments.',
    )
}

function shutDown(): Promise<void> {
  if (!stopping) markStopping()
  stopping ??= stop().then(() => process.exit())
  return stopping
}
function fail(reason: unknown): Promise<void> {
  if (!stopping) {
    console.error(describeFailure(reason))
    process.exitCode = 1
  }
  return shutDown()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void shutDown())
process.on('uncaughtException', (error) => void fail(error))

await start().catch(fail)
