import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { BlockList } from 'node:net'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Problem } from '#shared/problem.ts'
import { bearerToken } from '../http/request-target.ts'
import { HttpProblem, notFound } from '../problem.ts'
import { processRegistry } from './process-metrics.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')
const isLoopback = (address = '') => loopback.check(address, address.includes(':') ? 'ipv6' : 'ipv4')

const proxyHeaders = /^(?:x-forwarded|forwarded$|x-real-ip$|via$|x-client-ip$|true-client-ip$|cf-|fly-client-ip$)/
const isForwarded = (headers: IncomingHttpHeaders) => Object.keys(headers).some((name) => proxyHeaders.test(name))
/** True for a host name of this machine. Others are refused against DNS rebinding from a web page. */
const isLocalName = (host = '') => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host)

const digest = (text: string) => createHash('sha256').update(text).digest()

type MetricsOptions = { token: string | undefined }

/** Serves metrics to direct loopback connections, and to requests with the token if one is set. */
export const metricsEndpoint: FastifyPluginAsyncZod<MetricsOptions> = async (app, { token }) => {
  const expected = token === undefined ? null : digest(token)
  processRegistry()
  app.get(
    '/metrics',
    {
      config: { limit: 'none', isFile: true, isExemptFromOverload: true },
      schema: { hide: true, response: { 200: z.string(), 401: Problem, 404: Problem } },
    },
    async ({ headers, socket }, reply) => {
      const isDirect = isLoopback(socket.remoteAddress) && !isForwarded(headers) && isLocalName(headers.host)
      if (!isDirect && !expected) throw notFound()
      if (!isDirect && expected && !timingSafeEqual(digest(bearerToken(headers) ?? ''), expected)) {
        reply.header('www-authenticate', 'Bearer')
        throw new HttpProblem(401, 'problem.metrics_token', { code: 'metrics_token' })
      }
      const [ours, process] = await Promise.all([app.metricsRegistry.metrics(), processRegistry().metrics()])
      return reply.type(app.metricsRegistry.contentType).send(`${ours}\n${process}`)
    },
  )
}
