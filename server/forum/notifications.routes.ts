import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

export type NotificationOptions = { secret: string }

export const notificationRoutes: FastifyPluginAsyncZod<NotificationOptions> = async () => {}
