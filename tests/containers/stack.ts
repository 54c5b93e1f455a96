import { existsSync } from 'node:fs'
import { startMailServer } from '../support/smtp.ts'
import { until } from '../support/postgres/database.ts'
import { findFreePort } from '../support/site.ts'
import { readCompose } from './compose.ts'
import type { Engine } from './engine.ts'
import { startCaddy, startDatabase, startValkey } from './parts.ts'
import { openSite } from './site.ts'
import type { Site } from './site.ts'

export const replicas = ['app-1', 'app-2']

async function startParts(folder: string, valkeyService: Parameters<typeof startValkey>[0]) {
  const [valkeyPort, http, https, events, one, two] = await Promise.all(Array.from({ length: 6 }, findFreePort))
  const ports = { http: http ?? 0, https: https ?? 0, events: events ?? 0, replicas: [one ?? 0, two ?? 0] }
  const database = await startDatabase()
  const valkey = startValkey(valkeyService, valkeyPort ?? 0)
  let mailServer = await startMailServer()
  const { port } = mailServer
  const mail = {
    url: mailServer.url,
    taken: () => mailServer.mails.length,
    kill: async () => {
      await mailServer.stop()
      mailServer = await startMailServer({ port })
    },
    stop: () => mailServer.stop(),
  }
  const addresses = ports.replicas.map((replica) => `127.0.0.1:${replica}`)
  const caddy = startCaddy(folder, addresses, ports)
  return { ports, parts: { database, valkey, mail, caddy }, valkeyUrl: `redis://127.0.0.1:${valkeyPort}` }
}

export async function startStack(engine: Engine, folder: string, say: (what: string) => void) {
  const { ports, parts, valkeyUrl } = await startParts(folder, readCompose().services.valkey ?? {})
  const sandboxPort = await findFreePort()
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const operatorSettings = {
    PUBLIC_URL: `https://localhost:${ports.https}`,
    REDIS_URL: valkeyUrl,
    SMTP_URL: parts.mail.url,
    STRIPE_API_BASE: sandboxUrl,
    SANDBOX_PUBLIC_URL: sandboxUrl,
    DATABASE_URL: parts.database.url,
    LIMITS: 'off',
  }
  const compose = readCompose(operatorSettings)
  const { secrets, migrate, sandbox } = compose.services
  if (!secrets || !migrate || !sandbox) throw new Error('The compose file has another shape.')
  // The other services read DATABASE_URL from the secrets file.
  const { DATABASE_URL, ...settings } = operatorSettings
  const apart = { ...settings, HOST: '127.0.0.1' }
  const healthcheck = ['node', '--disable-warning=ExperimentalWarning', 'scripts/healthcheck.ts']

  say(`secrets: ${(await engine.runOnce('secrets', secrets, { DATABASE_URL })).split('\n').length} made`)
  say(`secrets again: ${(await engine.runOnce('secrets', secrets, { DATABASE_URL })) || 'nothing to make'}`)
  say(`migrate: ${(await engine.runOnce('migrate', migrate, apart)).split('\n').at(-1)}`)
  say(`migrate again: ${await engine.runOnce('migrate', migrate, apart)}`)
  await engine.start('sandbox', sandbox, {
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_HOST: '127.0.0.1',
    SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${ports.events}/api/subscription/stripe/webhook/`,
  })
  if (sandbox.healthcheck?.test) sandbox.healthcheck.test = ['CMD', ...healthcheck, sandboxUrl]
  for (const [at, name] of replicas.entries())
    await engine.start(name, compose.services[name] ?? {}, { ...apart, PORT: String(ports.replicas[at]) })
  await until(() => existsSync(parts.caddy.authority))
  const site: Site = openSite(ports.https, parts.caddy.authority)
  const stop = async () => {
    for (const part of Object.values(parts).toReversed()) await part.stop()
  }
  return { engine, compose, parts, site, replicas, healthcheck, stop, token: '', meta_slug: '' }
}
export type Stack = Awaited<ReturnType<typeof startStack>>
