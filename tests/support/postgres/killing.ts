import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { findPostgres } from '../../../server/embedded/postgres.ts'
import { until, withClient } from './database.ts'
import { createDataFolder, findFreePort, runServer } from '../site.ts'
import type { RunningServer } from '../site.ts'
import { findLost, findWrongCounts, startWriteLoad, webhookSecret } from './write-load.ts'

export type Victim = 'app' | 'postgres'
export type Recovery = { victim: Victim; milliseconds: number }

const maxPrompts = 8

async function createSubjects(client: Client) {
  const { rows: prompts } = await client.query<{ slug: string }>(
    `SELECT slug FROM effective_prompt WHERE required_tier = 0 ORDER BY id LIMIT ${maxPrompts}`,
  )
  await client.query(`INSERT INTO customer (id) VALUES ('cus_load')`)
  await client.query(
    `INSERT INTO thread (meta_slug, section_id, title, description, description_html, render_version, excerpt, status, published_at)
     SELECT 'written-to', min(id), 'Written to', 'Text', '<p>Text</p>', 1000, 'Text', 'published', now() FROM section`,
  )
  return { prompts: prompts.map(({ slug }) => slug), thread: 'written-to', customer: 'cus_load' }
}

/** Kills site and database in turn during writes. `lost`: acknowledged but missing; `miscounted`: wrong counters. */
export async function killUnderLoad(victims: Victim[], onRecovery: (recovery: Recovery) => void = () => {}) {
  const folder = createDataFolder()
  const cluster = join(folder, 'postgres')
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const settings = {
    DATA_DIR: folder,
    PORT: String(port),
    LOG_LEVEL: 'silent',
    LIMITS: 'off',
    REQUIRE_CONFIRMED_EMAIL: 'false',
    JWT_SECRET: 'the secret of a site that is killed again and again',
    STRIPE_SECRET_KEY: 'sk_test_of_the_load',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    // Stripe is unreachable: events are stored for later.
    STRIPE_API_BASE: 'http://127.0.0.1:9',
  }
  let server: RunningServer = runServer(settings)
  await server.ready

  const isReady = async () => (await fetch(`${origin}/readyz`).catch(() => null))?.status === 200
  const postmaster = () => {
    try {
      return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
    } catch {
      return 0
    }
  }
  async function kill(victim: Victim): Promise<Recovery> {
    const startedAt = performance.now()
    if (victim === 'app') {
      server.process.kill('SIGKILL')
      await server.exited
      server = runServer(settings)
    } else {
      const former = postmaster()
      process.kill(former, 'SIGKILL')
      await until(() => ![0, former].includes(postmaster()))
    }
    await until(isReady)
    return { victim, milliseconds: performance.now() - startedAt }
  }
  const inDatabase = async <Result>(task: (client: Client) => Promise<Result>) =>
    withClient((await findPostgres(cluster))?.url ?? '', task)

  try {
    const load = await startWriteLoad(origin, await inDatabase(createSubjects))
    const total = () => Object.values(load.acknowledged).reduce((sum, count) => sum + count, 0)
    const grows = () => {
      const before = total()
      return until(() => total() >= before + 25)
    }
    await grows()
    const recoveries: Recovery[] = []
    for (const victim of victims) {
      const recovery = await kill(victim)
      recoveries.push(recovery)
      onRecovery(recovery)
      await grows()
    }
    const written = await load.stop()
    const [lost, miscounted] = await inDatabase(async (client) => [
      await findLost(client, written),
      await findWrongCounts(client),
    ])
    return { recoveries, acknowledged: load.acknowledged, refused: load.refused(), lost, miscounted }
  } finally {
    server.process.kill('SIGTERM')
    await server.exited
    rmSync(folder, { recursive: true, force: true })
  }
}
