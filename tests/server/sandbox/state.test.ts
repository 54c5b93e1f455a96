import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createProgram } from '../../../scripts/cli/program.ts'
import { setProcessAuditSource } from '../../../server/editing/audit-source.ts'
import { isInUse } from '../../../server/sandbox/store.ts'
import {
  createPrices,
  createReceiver,
  createStripe,
  startSandbox,
  startOfTime,
  subscribe,
} from '../../support/billing/payment-sandbox.ts'

function createFolder() {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return { dataDir }
}

const apiKey = 'sk_test_killed'

/** Starts the sandbox in a separate process. */
async function startProgram(dataDir: string) {
  const program = spawn(process.execPath, ['server/sandbox/main.ts'], {
    env: { ...process.env, DATA_DIR: dataDir, SANDBOX_PORT: '0', STRIPE_SECRET_KEY: apiKey },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(program, 'exit')
  onTestFinished(() => void program.kill('SIGKILL'))
  const [line] = (await once(program.stdout, 'data')) as [Buffer]
  const [, url = ''] = /listens on (\S+)\.$/m.exec(line.toString()) ?? []
  return { url, kill: async () => program.kill('SIGKILL') && ended }
}

describe("the sandbox's state", () => {
  test('survives a restart with clock, secrets and idempotency keys', async () => {
    const { dataDir } = createFolder()
    const first = await startSandbox({ dataDir })
    const { month } = await createPrices(first)
    const { customer, subscription } = await subscribe(first, month.id)
    await first.stripe.customers.create({ name: 'Once' }, { idempotencyKey: 'once' })
    await first.advance('40d')
    await first.app.close()

    const second = await startSandbox({ dataDir })
    expect(second.app.secrets).toEqual(first.app.secrets)
    await second.stripe.customers.create({ name: 'Once' }, { idempotencyKey: 'once' })
    expect((await second.stripe.customers.list()).data).toHaveLength(2)
    expect(await second.stripe.customers.retrieve(customer.id)).toMatchObject({ email: 'ana@example.test' })
    await second.advance('25d')
    expect((await second.stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(3)
    expect(await second.control('/', undefined, 'GET')).toMatchObject({ now: startOfTime + 65 * 24 * 3600 })
  })

  test('can be opened by one process only', async () => {
    const { dataDir } = createFolder()
    await startSandbox({ dataDir })
    await expect(startSandbox({ dataDir })).rejects.toSatisfy(isInUse)
  })

  test('contains every acknowledged object after SIGKILL', async () => {
    const { dataDir } = createFolder()
    const { url, kill } = await startProgram(dataDir)
    const { customers } = createStripe(url, apiKey)
    const answered: string[] = []
    const add = async (number: number) => answered.push((await customers.create({ name: String(number) })).id)
    await Promise.all(Array.from({ length: 30 }, (_one, number) => add(number)))
    const rest = Array.from({ length: 30 }, (_one, number) => add(number).catch(() => undefined))
    await kill()
    await Promise.all(rest)
    const second = await startSandbox({ dataDir, apiKey })
    const stored = await second.stripe.customers.list({ limit: 100 })
    expect(stored.data.map(({ id }) => id)).toEqual(expect.arrayContaining(answered))
  })

  test('rolls back a refused call completely', async () => {
    const { dataDir } = createFolder()
    const sandbox = await startSandbox({ dataDir })
    const raw = sandbox.stripe.rawRequest('POST', '/v1/prices', {
      currency: 'usd',
      unit_amount: '999',
      recurring: { interval: 'month' },
      product_data: { name: 'Half made' },
      expand: ['nothing'],
    })
    await expect(raw).rejects.toMatchObject({ param: 'expand' })
    expect((await sandbox.stripe.products.list()).data).toEqual([])
    await sandbox.app.close()
    const second = await startSandbox({ dataDir })
    expect((await second.stripe.products.list()).data).toEqual([])
  })

  test('catches up on renewals that were due while the sandbox was off, with their due times', async () => {
    const { dataDir } = createFolder()
    const first = await startSandbox({ dataDir })
    const { month } = await createPrices(first)
    await subscribe(first, month.id)
    await first.app.close()
    const day = 24 * 3600
    const later = await startSandbox({ dataDir, now: () => (startOfTime + 70 * day) * 1000 })
    const created = async () =>
      (await later.stripe.invoices.list()).data.map((one) => [(one.created - startOfTime) / day, one.status])
    await expect.poll(created).toEqual([
      [61, 'paid'],
      [30, 'paid'],
      [0, 'paid'],
    ])
  })

  test('can be seeded with many subscribers without sending webhooks', async () => {
    const receiver = await createReceiver()
    const sandbox = await startSandbox({ webhookUrl: receiver.url })
    const { month } = await createPrices(sandbox)
    await sandbox.advance('1s')
    const deliveredBefore = receiver.received.length
    const { data } = await sandbox.control<{ data: unknown[] }>('/seed', { price: month.id, customers: 150 })
    await sandbox.advance('1s')
    expect([data.length, receiver.received.length]).toEqual([150, deliveredBefore])
    const page = await sandbox.stripe.subscriptions.list({ limit: 100, status: 'active' })
    expect([page.data.length, page.has_more]).toEqual([100, true])
    await sandbox.stripe.customers.create({})
    await expect.poll(() => receiver.types().at(-1)).toBe('customer.created')
  })

  test('delivers pending webhooks after a restart', async () => {
    const { dataDir } = createFolder()
    const away = await startSandbox({ dataDir, webhookUrl: 'http://127.0.0.1:1/', retryDelays: [3_600_000] })
    await away.stripe.customers.create({ name: 'Late' })
    await away.app.close()
    const receiver = await createReceiver()
    await startSandbox({ dataDir, webhookUrl: receiver.url })
    await expect.poll(() => receiver.types()).toEqual(['customer.created'])
  })

  test('stores its secrets with mode 600', async () => {
    const { dataDir } = createFolder()
    await startSandbox({ dataDir })
    for (const name of ['secrets.json', 'address.json'])
      expect(statSync(join(dataDir, 'sandbox', name)).mode & 0o777).toBe(0o600)
  })
})

async function run(dataDir: string, ...words: string[]) {
  vi.stubEnv('DATA_DIR', dataDir)
  const log = vi.spyOn(console, 'log').mockReturnValue()
  onTestFinished(() => {
    vi.unstubAllEnvs()
    log.mockRestore()
  })
  await (await createProgram()).parseAsync(['node', 'cli', 'sandbox', ...words])
  setProcessAuditSource('job')
  return String(log.mock.lastCall?.[0])
}

describe('npm run cli -- sandbox', () => {
  test('moves the clock, refunds, disputes and causes outages', async () => {
    const { dataDir } = createFolder()
    const sandbox = await startSandbox({ dataDir })
    const { month } = await createPrices(sandbox)
    await subscribe(sandbox, month.id)
    expect(await run(dataDir, 'advance', '31d')).toMatch(/^The time is now 2026-12-16T12:00:00Z: \d+ events/)
    const [renewed, bought] = (await sandbox.stripe.charges.list()).data
    expect(JSON.parse(await run(dataDir, 'refund', bought?.id ?? '', '--amount', '500', '--json'))).toMatchObject({
      amount: 500,
    })
    const dispute = JSON.parse(await run(dataDir, 'dispute', renewed?.id ?? '', '--json')) as { id: string }
    expect(await run(dataDir, 'close-dispute', dispute.id, 'lost')).toContain('lost')
    await run(dataDir, 'outage', '--path', '/v1/customers', '--times', '1')
    await expect(sandbox.stripe.customers.list()).rejects.toMatchObject({ statusCode: 500 })
    expect(JSON.parse(await run(dataDir, 'call', 'get', '/', '--json'))).toMatchObject({ subscriptions: 1 })
    expect(await run(dataDir, 'deliveries')).toContain('0 deliveries')
    await expect(run(dataDir, 'advance', '2020-01-01')).rejects.toThrow('The clock never goes back.')
  })

  test('fails with a message if no sandbox runs', async () => {
    const { dataDir } = createFolder()
    await expect(run(dataDir, 'advance', '1d')).rejects.toThrow('No payment sandbox runs')
  })
})
