import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { vi } from 'vitest'
import { createSandbox } from '#server/sandbox/app.ts'
import { ensureCatalog } from '#server/subscription/prices/prices.ts'
import { apiKey, webhookSecret } from './product.ts'
import type { Product } from './product.ts'

/** 2026-11-15, in ms; 2028 has a 29 February. */
const startMs = Date.UTC(2026, 10, 15, 12)
const dayMs = 86_400_000
/** In memory where the system has that: nothing of a life has to survive. */
const root = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

async function openSandbox({ front }: Product, dataDir: string): Promise<FastifyInstance> {
  const sandbox = createSandbox({
    dataDir,
    apiKey,
    webhookSecret,
    // Nothing listens there: each life delivers by itself.
    webhookUrl: 'http://127.0.0.1:9/webhook',
    publicUrl: front.url,
    now: () => Date.now(),
  })
  // As Stripe says of most failures that it keeps: the client waits for no second try.
  sandbox.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode >= 500) void reply.header('stripe-should-retry', 'false')
  })
  await sandbox.ready()
  front.leadTo((request, response) => sandbox.routing(request, response))
  return sandbox
}

const createControl =
  (sandbox: FastifyInstance) =>
  async (path: string, payload?: object, method: 'GET' | 'POST' | 'DELETE' = 'POST') => {
    const { statusCode, body } = await sandbox.inject({
      method,
      url: `/_sandbox${path}`,
      headers: { authorization: `Bearer ${sandbox.secrets.control_token}` },
      ...(payload && { payload }),
    })
    return { isDone: statusCode === 200, answer: JSON.parse(body) as unknown }
  }

/** A folder with a sandbox that knows what is sold, of which each life gets a copy. */
export async function prepareSandbox(product: Product): Promise<string> {
  const folder = mkdtempSync(join(root, 'lives-'))
  vi.setSystemTime(startMs)
  const sandbox = await openSandbox(product, folder)
  await ensureCatalog(product.stripe)
  await product.snapshotCatalog()
  await createControl(sandbox)('/deliveries/hold')
  await sandbox.close()
  return folder
}

type Held = { event: string; type: string }
export type LifeSandbox = Awaited<ReturnType<typeof startLifeSandbox>>

/** A Stripe of one person's own, whose time is the product's. */
export async function startLifeSandbox(product: Product, template: string, bornDay: number) {
  const folder = mkdtempSync(join(root, 'life-'))
  cpSync(template, folder, { recursive: true })
  vi.setSystemTime(startMs + bornDay * dayMs)
  const sandbox = await openSandbox(product, folder)
  const control = createControl(sandbox)
  const delivered = new Set<string>()
  return {
    control,
    /** Lets what is due on the way happen at its own time. */
    async advance(seconds: number) {
      vi.advanceTimersByTime(seconds * 1_000)
      await control('/switches', {})
      await sleep(1)
    },
    /** The events since the last call, the oldest first. */
    async takeEvents(): Promise<Held[]> {
      const { answer } = await control('/deliveries?status=held&limit=1000', undefined, 'GET')
      const { data } = answer as { data: Held[] }
      const events = data.toReversed().filter(({ event }) => !delivered.has(event))
      for (const { event } of events) delivered.add(event)
      return events
    },
    /** As Stripe sends it. */
    async readEvent(id: string): Promise<string> {
      const { body } = await sandbox.inject({ url: `/v1/events/${id}`, headers: { authorization: `Bearer ${apiKey}` } })
      return body
    },
    /** Sends a page's form as a browser does. */
    async postForm(address: string, fields: Record<string, string>): Promise<number> {
      const { statusCode } = await sandbox.inject({
        method: 'POST',
        url: new URL(address).pathname,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      })
      return statusCode
    },
    async close() {
      await sandbox.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
