import '../../server/messages.ts'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { Client } from 'pg'
import { afterAll, inject } from 'vitest'
import type { Locale } from '#shared/locale.ts'
import { createApp } from '../../server/app.ts'
import { featureRoutes } from '../../server/routes.ts'
import type { AppOptions } from '../../server/app.ts'
import { startBackground } from '../../server/start/background.ts'
import { closeDatabase, openDatabase } from '../../server/database/db.ts'
import { createJobs } from '../../server/jobs.ts'
import type { PageRenderer } from '../../server/pages/pages.ts'
import { parseSettings } from '../../server/settings/settings.ts'
import { createDatabase } from './postgres/database.ts'
import { createDataFolder } from './site.ts'

/** Set by `openApp` for the test file that runs. */
export let url = ''

const built = fileURLToPath(new URL('../../dist/server/entry-server.js', import.meta.url))
/** Page renderer; null without a client build. */
export const renderer: PageRenderer | null = existsSync(built) ? ((await import(built)) as PageRenderer) : null

const running = new Set<FastifyInstance>()
/** Processes the jobs of every server of the file. */
let jobs: ReturnType<typeof createJobs>
export let folder = ''
export const secretOfTests = 'a secret that only the tests know of'
const settingsOf = (settings: Record<string, string> = {}) =>
  parseSettings({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'http://library.test',
    DATA_DIR: folder,
    LIMITS: 'off',
    ...settings,
  })

export async function startApp(
  settings: Record<string, string> = {},
  secrets: [string, ...string[]] = [secretOfTests],
  pages: PageRenderer | null = renderer,
  // Tests share the server's event loop, so overload protection is off.
  overload: AppOptions['overload'] = { maxEventLoopDelay: 0 },
): Promise<FastifyInstance> {
  const app = await createApp({
    settings: settingsOf(settings),
    secrets,
    renderer: pages,
    jobs,
    routes: featureRoutes,
    overload,
  })
  running.add(app)
  app.addHook('onClose', async () => void running.delete(app))
  return app
}

export let app: FastifyInstance
export let sql: Client

/** Opens database and server for one test file. Files share a process: imports stay, connections close. */
export async function openApp(): Promise<void> {
  url = await createDatabase(inject('postgres'))
  await openDatabase(url, 10)
  jobs = createJobs(url, { runsSchedules: false })
  folder = createDataFolder()
  app = await startApp()
  await startBackground(app, { settings: settingsOf(), secrets: [secretOfTests] })
  sql = new Client({ connectionString: url })
  await sql.connect()
  afterAll(closeApp)
}

async function closeApp(): Promise<void> {
  await Promise.all([...running].map((one) => one.close()))
  await sql.end()
  await closeDatabase()
}

type TestRequest = {
  as?: { token: string } | undefined
  locale?: Locale | undefined
  headers?: Record<string, string>
  of?: FastifyInstance
}

export type TestResponse = {
  status: number
  headers: LightMyRequestResponse['headers']
  text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- each test says what it expects
  body: any
}

async function ask({ of = app, as, locale, headers }: TestRequest, request: InjectOptions): Promise<TestResponse> {
  const response = await of.inject({
    ...request,
    headers: {
      ...(as && { authorization: `Bearer ${as.token}` }),
      ...(locale && { 'x-locale': locale }),
      ...headers,
    },
  })
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    body: isJson && response.body ? response.json() : null,
  }
}

export const get = (path: string, asking: TestRequest = {}) => ask(asking, { method: 'GET', url: path })
export const head = (path: string, asking: TestRequest = {}) => ask(asking, { method: 'HEAD', url: path })
export const post = (path: string, payload?: string | object, asking: TestRequest = {}) =>
  ask(asking, { method: 'POST', url: path, ...(payload !== undefined && { payload }) })
export const put = (path: string, payload?: object, asking: TestRequest = {}) =>
  ask(asking, { method: 'PUT', url: path, ...(payload && { payload }) })
export const patch = (path: string, payload: object, asking: TestRequest = {}) =>
  ask(asking, { method: 'PATCH', url: path, payload })
export const remove = (path: string, payload?: object, asking: TestRequest = {}) =>
  ask(asking, { method: 'DELETE', url: path, ...(payload && { payload }) })
