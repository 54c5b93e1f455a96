import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

export type ThreadOptions = { requiresConfirmedEmail: boolean }

export const threadRoutes: FastifyPluginAsyncZod<ThreadOptions> = async () => {}
