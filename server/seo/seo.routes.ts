import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

export const seoRoutes: FastifyPluginAsyncZod = async () => {}
