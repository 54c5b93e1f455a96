import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'

const routes = new WeakMap<object, RouteOptions[]>()
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  const mounted: RouteOptions[] = []
  routes.set(fastify, mounted)
  fastify.addHook('onRoute', (route) => void mounted.push(route))
})

export const routesOf = (app: FastifyInstance): RouteOptions[] => routes.get(app) ?? []
