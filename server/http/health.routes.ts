import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { db } from '../db.ts'
import { pendingMigrations } from '../database/migrations.ts'

const Health = z.object({ status: z.enum(['ok', 'unavailable']) })
const checkTimeoutMs = 1_500
const unavailable = { status: 'unavailable' as const }

export const health: FastifyPluginAsyncZod = async (app) => {
  // One at a time: a database that does not answer keeps one connection busy, however often it is asked.
  let checking: Promise<boolean> | undefined
  const isMigrated = () => {
    checking ??= pendingMigrations((sql) => db.$queryRawUnsafe(sql))
      .then((pending) => pending.length === 0)
      .catch(() => false)
      .finally(() => (checking = undefined))
    return Promise.race([checking, sleep(checkTimeoutMs, false, { ref: false })])
  }

  const config = { limit: 'none', isFile: true, isAlwaysAnswered: true } as const
  app.get('/healthz', { config, schema: { hide: true, response: { 200: Health } } }, async () => ({
    status: 'ok' as const,
  }))
  app.get(
    '/readyz',
    { config, schema: { hide: true, response: { 200: Health, 503: Health } } },
    async (_request, reply) => {
      if (app.draining.isOn) return reply.code(503).send(unavailable)
      if (!(await isMigrated())) return reply.code(503).send(unavailable)
      return { status: 'ok' as const }
    },
  )
}
