import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { createSandbox } from './app.ts'
import { isInUse } from './store.ts'

/** Time in ms to wait for a former process that is stopping. */
const lockTimeoutMs = 10_000

const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
const testKey = z.string().regex(/^sk_(org_)?test_/, { error: 'must be a test key' })
const Settings = z.object({
  DATA_DIR: z.string().default('.data'),
  SANDBOX_HOST: z.string().default('127.0.0.1'),
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
  SANDBOX_PUBLIC_URL: address.optional(),
  SANDBOX_WEBHOOK_URL: address.optional(),
  STRIPE_SECRET_KEY: testKey.optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  PUBLIC_URL: address.default('http://localhost:3000'),
})

function fail(...problems: string[]): never {
  for (const problem of problems) console.error(problem)
  process.exit(1)
}

/** Reads a secret from the file in the variable `NAME_FILE`, as the site does. */
function readSecretFile(name: string): Record<string, string> {
  const path = process.env[`${name}_FILE`]?.trim()
  if (!path || process.env[name]?.trim()) return {}
  try {
    return { [name]: readFileSync(path, 'utf8').trim() }
  } catch (error) {
    return fail(`The setting ${name}_FILE (${path}) is wrong: ${(error as Error).message}.`)
  }
}

const parsed = Settings.safeParse({
  ...Object.fromEntries(Object.entries(process.env).filter(([, value]) => value?.trim())),
  ...readSecretFile('STRIPE_SECRET_KEY'),
  ...readSecretFile('STRIPE_WEBHOOK_SECRET'),
})
const settings = parsed.success
  ? parsed.data
  : fail(...parsed.error.issues.map(({ path, message }) => `The setting ${String(path[0])} is wrong: ${message}.`))
const dataDir = resolve(settings.DATA_DIR)
let close = async () => {}
const stop = () => void close().then(() => process.exit())
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, stop)
// The parent process has been killed.
process.once('disconnect', stop)

function open() {
  const { SANDBOX_WEBHOOK_URL, SANDBOX_PUBLIC_URL, PUBLIC_URL } = settings
  try {
    return createSandbox({
      dataDir,
      lockTimeoutMs,
      webhookUrl: SANDBOX_WEBHOOK_URL ?? new URL('/api/subscription/stripe/webhook/', PUBLIC_URL).href,
      // Uses the first of several secrets: the site accepts webhooks signed with any of them.
      webhookSecret: settings.STRIPE_WEBHOOK_SECRET?.split(',')[0]?.trim(),
      apiKey: settings.STRIPE_SECRET_KEY,
      publicUrl: SANDBOX_PUBLIC_URL?.replace(/(?<!\/)\/+$/, ''),
    })
  } catch (error) {
    if (!isInUse(error)) throw error
    const folder = join(dataDir, 'sandbox')
    return fail(`Another payment sandbox is using ${folder}: stop it, or set DATA_DIR to another folder.`)
  }
}
const app = open()
close = () => app.close()
const { SANDBOX_HOST: host, SANDBOX_PORT: port } = settings
const url = await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
  const reason = error.code === 'EADDRINUSE' ? 'it is taken' : error.message
  return fail(`The payment sandbox cannot listen on port ${port} of ${host}: ${reason}. Set SANDBOX_PORT to another.`)
})
console.log(`The payment sandbox listens on ${url}.`)
