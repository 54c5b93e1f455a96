import { resolve } from 'node:path'
import { z } from 'zod'
import { createSandbox } from './app.ts'

const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
const Settings = z.object({
  DATA_DIR: z.string().default('.data'),
  SANDBOX_HOST: z.string().default('127.0.0.1'),
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
  SANDBOX_PUBLIC_URL: address.optional(),
  SANDBOX_WEBHOOK_URL: address.optional(),
  STRIPE_SECRET_KEY: z.string().startsWith('sk_test_', { error: 'must be a key for tests' }).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  PUBLIC_URL: address.default('http://localhost:3000'),
})

const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value?.trim()))
const parsed = Settings.safeParse(given)
if (!parsed.success) {
  for (const issue of parsed.error.issues)
    console.error(`The setting ${String(issue.path[0])} is wrong: ${issue.message}.`)
  process.exit(1)
}
const settings = parsed.data
const app = createSandbox({
  dataDir: resolve(settings.DATA_DIR),
  webhookUrl: settings.SANDBOX_WEBHOOK_URL ?? new URL('/api/subscription/stripe/webhook/', settings.PUBLIC_URL).href,
  webhookSecret: settings.STRIPE_WEBHOOK_SECRET,
  apiKey: settings.STRIPE_SECRET_KEY,
  publicUrl: settings.SANDBOX_PUBLIC_URL?.replace(/(?<!\/)\/+$/, ''),
  siteUrl: settings.PUBLIC_URL,
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void app.close())
const url = await app.listen({ host: settings.SANDBOX_HOST, port: settings.SANDBOX_PORT })
console.log(`The payment sandbox listens on ${url}.`)
