import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import { createFolder } from '../server/settings/data-folder.ts'
import { assertClusterOwner } from '../server/embedded/postgres-cluster.ts'
import { findAccount } from '../server/embedded/postgres-programs.ts'
import { readSecrets } from '../server/sandbox/sandbox.ts'
import { parseSettings, StartProblem } from '../server/settings/settings.ts'
import type { Settings } from '../server/settings/settings.ts'

const program = fileURLToPath(new URL('../server/sandbox/main.ts', import.meta.url))
const highestPort = 65_535

/** Returns the port, or a free one if it is in use. */
async function findPort(host: string, preferred: number): Promise<number> {
  const probe = createServer()
  const port = await new Promise<number>((resolve) => {
    probe.once('error', () => resolve(0))
    probe.listen(preferred, host, () => resolve((probe.address() as AddressInfo).port))
  })
  await new Promise((resolve) => probe.close(resolve))
  return port === 0 && preferred !== 0 ? findPort(host, 0) : port
}

/** URL for programs on this machine. */
function originOf(host: string, port: number): string {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

function configuredPort({ SANDBOX_PORT }: NodeJS.ProcessEnv): number | null {
  const text = SANDBOX_PORT?.trim()
  if (!text) return null
  if (/^\d{1,5}$/.test(text) && Number(text) <= highestPort) return Number(text) || null
  throw new StartProblem(`The setting SANDBOX_PORT (${text}) is wrong: it must be a whole number up to ${highestPort}.`)
}

/** Fixed port after those of `npm run dev`, so that links to receipts work after a restart. */
const usualPort = (port: number) => (port === 0 || port + 2 > highestPort ? 0 : port + 2)

async function readSandboxSecrets(settings: Settings) {
  // Checks the owner before anything is written.
  if (!settings.DATABASE_URL)
    await assertClusterOwner({ folder: join(settings.DATA_DIR, 'postgres'), account: findAccount() })
  const folder = join(settings.DATA_DIR, 'sandbox')
  await createFolder(settings.DATA_DIR)
  await createFolder(folder, 0o700)
  return readSecrets(folder, {})
}

/** Resolves to the sandbox's URL. */
function listening(output: Readable | null): Promise<string> {
  if (!output) throw new Error('The payment sandbox was started without an output.')
  return new Promise((resolve) => {
    createInterface({ input: output }).on('line', (line) => {
      const [, url] = /listens on (\S+)\.$/.exec(line) ?? []
      if (url) resolve(url)
    })
  })
}

/**
 * Starts the payment sandbox as a child process and sets its URL and key in this process's environment. Null with a Stripe
 * key, in production, and with PAYMENTS=off. If the sandbox ends, this process ends. Throws StartProblem and system errors.
 */
export async function startPaymentSandbox(environment = process.env): Promise<{ url: Promise<string> } | null> {
  const settings = parseSettings(environment)
  if (settings.NODE_ENV === 'production' || settings.PAYMENTS === 'off' || settings.STRIPE_SECRET_KEY) return null
  const secrets = await readSandboxSecrets(settings)
  const sandboxHost = environment.SANDBOX_HOST?.trim() || '127.0.0.1'
  const sandboxPort = configuredPort(environment) ?? (await findPort(sandboxHost, usualPort(settings.PORT)))
  const port = settings.PORT || (await findPort(settings.HOST, 0))
  Object.assign(environment, {
    PORT: String(port),
    PAYMENTS: 'sandbox',
    STRIPE_SECRET_KEY: secrets.api_key,
    STRIPE_WEBHOOK_SECRET: settings.STRIPE_WEBHOOK_SECRET?.join() ?? secrets.webhook_secret,
    STRIPE_WEBHOOK_SECRET_FILE: '',
    STRIPE_API_BASE: originOf(sandboxHost, sandboxPort),
  })
  // Its own process group: Ctrl-C reaches the product only, which ends the sandbox last.
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...environment,
      DATA_DIR: settings.DATA_DIR,
      PUBLIC_URL: environment.PUBLIC_URL?.trim() || `http://localhost:${port}`,
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_WEBHOOK_URL:
        environment.SANDBOX_WEBHOOK_URL?.trim() || originOf(settings.HOST, port) + checkoutPaths.webhook,
    },
  })
  process.once('exit', () => child.kill('SIGTERM'))
  child.once('exit', (code, signal) => {
    console.error(`The payment sandbox ended (${signal ?? `exit code ${code}`}), so the product stops too.`)
    process.exitCode = 1
    process.kill(process.pid, 'SIGTERM')
  })
  return { url: listening(child.stdout) }
}

export async function printPaymentSandbox(sandbox: { url: Promise<string> } | null): Promise<void> {
  if (!sandbox) return
  console.log(
    `Payments go to a sandbox at ${await sandbox.url}. Pay with the card 4242 4242 4242 4242; move its clock with npm run cli -- sandbox advance 31d.`,
  )
}
