import { channel } from 'node:diagnostics_channel'
import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { isInternal } from './read-count.ts'
import { HttpProblem } from '../problem.ts'
import type { Settings } from '../settings.ts'
import { sendNotice } from '../http/notice.ts'
import { targetOf } from '../http/request-target.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What there is too much of, as it came. */
    overloadedBy: string | null
  }
  interface FastifyContextConfig {
    /** Answered however busy the server is. */
    isAlwaysAnswered?: true
  }
}

/** Tells of each request that was refused, with what there was too much of. */
export const overloadChannel = channel('overload')

/** Seconds, and up to as much more, so that not all who were refused come back at once. */
const minWait = 3
const sampleMs = 1_000
const megabyte = 2 ** 20

/** V8 ends the process where its heap is full, and the kernel where its memory is: refused before that. */
const shareOfMemory = 0.9
/** Without a limit of its own a process is told the machine's, or more than there is. */
const isLimit = (bytes: number) => bytes > 0 && bytes < 2 ** 50

type Overload = Pick<Settings, 'MAX_EVENT_LOOP_DELAY' | 'MAX_HEAP_MB' | 'MAX_RSS_MB'>

export function overloadLimits({ MAX_EVENT_LOOP_DELAY, MAX_HEAP_MB, MAX_RSS_MB }: Overload) {
  const constrained = process.constrainedMemory()
  return {
    maxEventLoopDelay: MAX_EVENT_LOOP_DELAY,
    maxHeapUsedBytes: MAX_HEAP_MB * megabyte || getHeapStatistics().heap_size_limit * shareOfMemory,
    maxRssBytes: MAX_RSS_MB * megabyte || (isLimit(constrained) ? constrained * shareOfMemory : 0),
  }
}

function refuse(request: FastifyRequest, reply: FastifyReply, next: (problem: Error) => void): void {
  overloadChannel.publish(request.overloadedBy)
  const wait = minWait + Math.floor(Math.random() * (minWait + 1))
  const { isApi, url } = targetOf(request.raw)
  if (isApi || request.routeOptions.config.isFile)
    return next(new HttpProblem(503, 'problem.overloaded', { code: 'overloaded', wait_seconds: wait }))
  reply.code(503)
  sendNotice(reply, { messageKey: 'problem.overloaded', address: url, wait: String(wait), after: wait })
}

const metadata = { name: 'overload', dependencies: ['locale', 'problems', 'response-cache'] }

/** Refuses by 503 what would only wait longer and longer. Cached responses are answered before it. */
export const overload = fp<{ settings: Overload }>(async (app, { settings }) => {
  app.decorateRequest('overloadedBy', null)
  await app.register(underPressure, {
    ...overloadLimits(settings),
    sampleInterval: sampleMs,
    pressureHandler: (request, _reply, kind) => {
      if (!request.routeOptions.config.isAlwaysAnswered && !isInternal(request.raw)) request.overloadedBy = kind
    },
  })
  app.addHook('onRequest', (request, reply, next) => {
    if (request.overloadedBy === null) next()
    else refuse(request, reply, next)
  })
}, metadata)
