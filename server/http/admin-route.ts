import type { FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import { changedMeanwhile, IfMatch } from '#shared/editing.ts'
import { BadRequest, Problem, RateLimited } from '#shared/problem.ts'
import { onlyAdmins } from './viewer.ts'

export const adminProblemResponses = { 400: BadRequest, 401: Problem, 403: Problem, 429: RateLimited }

/** What a route of the admin area says of itself, with its limit. */
export const adminRoute = {
  onRequest: onlyAdmins,
  config: { limit: 'moderation' },
} as const
export const describeAdmin = (summary: string) => ({
  tags: ['admin'],
  summary,
  description: 'For admins.',
  security: [{ bearer: [] }],
})

/** Of a route that changes an item which was read with its ETag. */
export const changeSchema = <Item extends z.ZodMiniType>(summary: string, item: Item) => ({
  ...describeAdmin(summary),
  headers: IfMatch,
  response: {
    200: item,
    ...adminProblemResponses,
    404: Problem,
    409: Problem,
    412: changedMeanwhile(item),
    428: Problem,
  },
})

export function sendEdited<Item>(reply: FastifyReply, { item, etag }: { item: Item; etag: string }): Item {
  void reply.header('etag', etag)
  return item
}
