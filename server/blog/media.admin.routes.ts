import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { maxPictureBytes, Picture } from '#shared/media.ts'
import { Problem } from '#shared/problem.ts'
import { adminProblemResponses, adminRoute, describeAdmin } from '../http/admin-route.ts'
import { viewerOf } from '../http/viewer.ts'
import { addPicture } from './media.ts'
import { preparePicture, tooLarge } from './pictures.ts'

/** The body is the file's bytes, whatever type they are said to be of. */
export const mediaAdminRoutes: FastifyPluginAsyncZod = async (app) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, finish) => finish(null, bytes))
  app.post(
    '/media/',
    {
      ...adminRoute,
      config: { limit: 'picture' },
      bodyLimit: maxPictureBytes,
      errorHandler: (error) => {
        throw error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? tooLarge() : error
      },
      schema: {
        ...describeAdmin(
          'Takes a picture (JPEG, PNG, WebP or AVIF, up to 10 MB and 50 megapixels) as the body, and stores it as WebP of at most 2,000 pixels a side, without what else the file told. Nobody needs it: it goes after 30 days',
        ),
        response: { 201: Picture, ...adminProblemResponses, 503: Problem },
      },
    },
    async (request, reply) => {
      const bytes = z.instanceof(Buffer).catch(Buffer.alloc(0)).parse(request.body)
      return reply.code(201).send(await addPicture(viewerOf(request), await preparePicture(bytes)))
    },
  )
}
