import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

export type ReportOptions = { requiresConfirmedEmail: boolean }

export const reportRoutes: FastifyPluginAsyncZod<ReportOptions> = async () => {}
