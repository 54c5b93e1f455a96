import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { db } from './db.ts'
import { pendingMigrations } from './migrations.ts'

const Health = z.object({ status: z.enum(['ok', 'unavailable']) })
const unavailable = { status: 'unavailable' as const }

/** For whoever watches the process: /healthz is the process alone, /readyz also its database with every migration. */
export const health: FastifyPluginAsyncZod = async (app) => {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.get('/healthz', { config: { limit: 'none' }, schema: { hide: true, response: { 200: Health } } }, async () => ({
    status: 'ok' as const,
  }))
  app.get(
    '/readyz',
    { config: { limit: 'none' }, schema: { hide: true, response: { 200: Health, 503: Health } } },
    async (_request, reply) => {
      const pending = await pendingMigrations((sql) => db.$queryRawUnsafe(sql)).catch(() => null)
      if (closing || pending === null || pending.length > 0) return reply.code(503).send(unavailable)
      return { status: 'ok' as const }
    },
  )
}
