import { z } from 'zod'
import { Problem } from '#shared/problem.ts'
import { matchesEtag } from '../cache/serve-from-cache.ts'
import { route, routePlugin } from '../http/route.ts'
import { notFound } from '../problem.ts'
import { findMedia, mediaTypes } from './media.ts'

/** Content security policy of a picture: an SVG that is opened directly runs no scripts and sends no requests. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin', // other sites show these images as link previews
}

export const mediaRoutes = routePlugin([
  route('GET', '/:file', {
    auth: 'none',
    config: { isFile: true },
    params: z.object({ file: z.string() }),
    answers: { 200: z.any(), 304: z.null(), 404: Problem },
    handler: async (request, reply) => {
      const [, hash = '', extension = ''] = /^([0-9a-f]{64})\.([a-z]{3,4})$/.exec(request.params.file) ?? []
      const type = mediaTypes[extension]
      const bytes = type ? await findMedia(hash, extension) : null
      if (!type || !bytes) throw notFound()
      const etag = `"${hash}"`
      reply.headers({ ...headers, etag })
      if (matchesEtag(request, 200, etag)) return reply.code(304).send()
      return reply.type(type).send(bytes)
    },
  }),
])
