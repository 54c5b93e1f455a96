import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import { existsSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import type { Payment, Plan, SubscriptionStatus } from '#shared/subscription/schema.ts'
import { startPaymentSandbox } from '../../scripts/payment-sandbox.ts'
import { violationsOf } from '../support/browser/axe.ts'
import { launchBrowser } from '../support/browser/browser.ts'
import { createDatabase, nameOfStarter, until } from '../support/postgres/database.ts'
import { cards, postForm } from '../support/billing/payment-sandbox.ts'
import { openPage } from '../support/browser/when-loaded.ts'
import { createDataFolder, findFreePort, runServer, serverCommand } from '../support/site.ts'
import type { RunningServer } from '../support/site.ts'

const folder = createDataFolder()
const port = String(await findFreePort())
const origin = `http://localhost:${port}`
const defaults = { DATA_DIR: folder, PORT: port, LIVE_FEED: 'off' }
const run = (file: string, args: string[], more: Record<string, string> = {}) =>
  runServer({ ...defaults, ...more }, { command: [...serverCommand.slice(0, -1), file, ...args] })

let settings: Record<string, string>
let server: RunningServer
let sandbox = ''
beforeAll(async () => {
  settings = { DATABASE_URL: await createDatabase(inject('postgres'), nameOfStarter) }
  server = run('scripts/start.ts', [], settings)
  await server.ready
  await until(() => server.output().includes('Payments go to a sandbox'))
  sandbox = /sandbox at (\S+):/.exec(server.output())?.[1] ?? ''
})
afterAll(async () => {
  server.process.kill('SIGTERM')
  await server.exited
  rmSync(folder, { recursive: true, force: true })
})

async function ask<Answer>(path: string, token?: string, body?: object): Promise<Answer> {
  const answer = await fetch(origin + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

async function signUp(): Promise<string> {
  const credentials = { email: 'buyer@example.test', password: 'walrus heron lantern 19' }
  await ask(paths.api.register, undefined, { ...credentials, name: 'Ana', surname: 'Gil' })
  return (await ask<{ access: string }>(paths.api.token, undefined, credentials)).access
}

async function cli(...args: string[]) {
  const { code, output } = await run('scripts/cli/main.ts', args, settings).exited
  return { code, output: output.trim() }
}

describe('npm start without a Stripe key', () => {
  test('shows on every page that payments go to a sandbox', async () => {
    const browser = await launchBrowser()
    onTestFinished(() => browser.close())
    const page = await browser.newPage({ baseURL: origin, locale: 'es-ES', viewport: { width: 390, height: 844 } })
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    await openPage(page, '/library')
    const banner = page.getByRole('complementary', { name: 'Entorno de pruebas de pago' })
    expect(await banner.textContent()).toContain('4242 4242 4242 4242')
    await page.getByRole('link', { name: 'Términos' }).click()
    await page.waitForURL(`**${paths.terms}`)
    expect(await banner.isVisible()).toBe(true)
    expect(await violationsOf(page)).toEqual([])
    expect(complaints).toEqual([])
    expect(await (await fetch(origin + paths.subscription)).text()).toContain('This is a payment sandbox')
  })

  test("sells a plan for a test card, and the command line advances the sandbox's time", async () => {
    const token = await signUp()
    const plan = (await ask<Plan[]>(paths.api.plans)).find(({ purchasable, monthly }) => purchasable && monthly?.price)
    const order = { plan_id: plan?.id, billing_period: 'month' }
    const { checkout_url } = await ask<{ checkout_url: string }>(checkoutPaths.checkout, token, order)
    expect(checkout_url.startsWith(sandbox)).toBe(true)
    const { status, location } = await postForm(checkout_url, { action: 'pay', card_number: cards.pays })
    expect([status, location]).toEqual([303, expect.stringMatching(`^${origin}/subscription/success`)])
    const readStatus = () => ask<SubscriptionStatus>(paths.api.subscriptionStatus, token)
    await until(async () => (await readStatus()).is_subscribed)

    const { code, output } = await cli('sandbox', 'advance', '31d')
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/^The time is now .*: (\d+) events, \1 webhooks delivered\.$/),
    ])
    const readPayments = () => ask<{ results: Payment[] }>(paymentPaths.payments(), token)
    await until(async () => (await readPayments()).results.filter((payment) => payment.status === 'paid').length === 2)

    const { output: reconciled } = await cli('stripe', 'reconcile', '--json')
    expect(JSON.parse(reconciled)).toEqual({ customers: 1, changed: 0, failed: 0 })
  })

  test('stops the sandbox on SIGTERM, and fails if the sandbox cannot start', async () => {
    server.process.kill('SIGTERM')
    expect((await server.exited).code).toBe(0)
    await until(() => !existsSync(join(folder, 'sandbox/address.json')))
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port: usedPort } = other.address() as AddressInfo
    const { code, output } = await run('scripts/start.ts', [], { ...settings, SANDBOX_PORT: String(usedPort) }).exited
    other.close()
    expect(code).toBe(1)
    expect(output).toContain(`The payment sandbox cannot listen on port ${usedPort} of 127.0.0.1: it is taken.`)
    expect(output).toContain('The payment sandbox ended (exit code 1), so the product stops too.')
  })
})

test.each([
  ['with a key', { STRIPE_SECRET_KEY: 'sk_test_given', STRIPE_WEBHOOK_SECRET: 'whsec_given' }],
  ['where payments are off', { PAYMENTS: 'off' }],
  [
    'in production',
    { NODE_ENV: 'production', PAYMENTS: 'sandbox', JWT_SECRET: 'a secret of at least thirty-two letters' },
  ],
])('startPaymentSandbox starts no sandbox %s', async (_what, variables) => {
  const environment = { ...variables, DATA_DIR: join(folder, 'without') }
  expect(await startPaymentSandbox(environment)).toBe(null)
  expect(Object.keys(environment)).toEqual([...Object.keys(variables), 'DATA_DIR'])
  expect(existsSync(environment.DATA_DIR)).toBe(false)
})
