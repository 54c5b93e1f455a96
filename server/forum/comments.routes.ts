import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

export type CommentOptions = { requiresConfirmedEmail: boolean }

export const commentRoutes: FastifyPluginAsyncZod<CommentOptions> = async () => {}
