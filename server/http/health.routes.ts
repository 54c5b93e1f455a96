import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { isReady } from './readiness.ts'
import { addRoutes, route } from './route.ts'

const Health = z.object({ status: z.enum(['ok', 'unavailable']) })
const checkTimeoutMs = 1_500
const unavailable = { status: 'unavailable' as const }
const config = { isFile: true, isExemptFromOverload: true } as const

export const healthRoutes: FastifyPluginAsync = async (app) => {
  let checking: Promise<boolean> | undefined // shared by concurrent checks, so that only one connection waits
  const isReadyInTime = () => {
    checking ??= isReady()
      .catch(() => false)
      .finally(() => (checking = undefined))
    return Promise.race([checking, sleep(checkTimeoutMs, false, { ref: false })])
  }

  addRoutes(app, [
    route('GET', '/healthz', {
      auth: 'none',
      limit: 'none',
      config,
      answers: { 200: Health },
      handler: () => ({ status: 'ok' as const }),
    }),
    route('GET', '/readyz', {
      auth: 'none',
      limit: 'none',
      config,
      answers: { 200: Health, 503: Health },
      handler: async (_request, reply) => {
        if (app.draining.isOn) return reply.code(503).send(unavailable)
        if (!(await isReadyInTime())) return reply.code(503).send(unavailable)
        return { status: 'ok' as const }
      },
    }),
  ])
}
