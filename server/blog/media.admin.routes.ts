import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { maxPictureBytes, Picture } from '#shared/blog/media.ts'
import { BadRequest } from '#shared/problem.ts'
import { addRoutes, route } from '../http/route.ts'
import { addPicture } from './media.ts'
import { preparePicture, pictureTooLarge } from './pictures.ts'

/** Routes whose body is the file itself, with any content type. */
export const mediaAdminRoutes: FastifyPluginAsync = async (app) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, finish) => finish(null, bytes))
  addRoutes(app, [
    route('POST', '/media/', {
      summary:
        'Takes a picture (JPEG, PNG, WebP or AVIF, up to 10 MB and 50 megapixels) as the body, and stores it as WebP of at most 2,000 pixels a side, without what else the file told. Nobody needs it: it goes after 30 days',
      auth: 'news.write',
      limit: 'picture',
      bodyLimit: maxPictureBytes,
      errorHandler: (error) => {
        throw error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? pictureTooLarge() : error
      },
      answers: { 201: Picture, 400: BadRequest },
      problems: [503],
      handler: async ({ viewer, body }) => {
        const bytes = z.instanceof(Buffer).catch(Buffer.alloc(0)).parse(body)
        return addPicture(viewer, await preparePicture(bytes))
      },
    }),
  ])
}
