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

/** 2026-11-15 in ms: lives start within two years of it, which include 29 February 2028. */
const startMs = Date.UTC(2026, 10, 15, 12)
const dayMs = 86_400_000
/** In memory if possible: nothing of a life is kept. */
const root = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

async function openSandbox({ front }: Product, dataDir: string): Promise<FastifyInstance> {
  const sandbox = createSandbox({
    dataDir,
    apiKey,
    webhookSecret,
    // Nothing listens at this port: each life delivers its webhooks itself.
    webhookUrl: 'http://127.0.0.1:9/webhook',
    publicUrl: front.url,
    now: () => Date.now(),
  })
  // Stripe's header that stops the client's retries.
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

export async function startLifeSandbox(product: Product, template: string, bornDay: number) {
  const folder = mkdtempSync(join(root, 'life-'))
  cpSync(template, folder, { recursive: true })
  vi.setSystemTime(startMs + bornDay * dayMs)
  const sandbox = await openSandbox(product, folder)
  const control = createControl(sandbox)
  const delivered = new Set<string>()
  return {
    control,
    /** Steps through the time, so that timers run when they are due. */
    async advance(seconds: number) {
      vi.advanceTimersByTime(seconds * 1_000)
      await control('/switches', {})
      await sleep(1)
    },
    async takeEvents(): Promise<Held[]> {
      const { answer } = await control('/deliveries?status=held&limit=1000', undefined, 'GET')
      const { data } = answer as { data: Held[] }
      const events = data.toReversed().filter(({ event }) => !delivered.has(event))
      for (const { event } of events) delivered.add(event)
      return events
    },
    async readEvent(id: string): Promise<string> {
      const { body } = await sandbox.inject({ url: `/v1/events/${id}`, headers: { authorization: `Bearer ${apiKey}` } })
      return body
    },
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
