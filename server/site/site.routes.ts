import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Problem } from '#shared/problem.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import { notFound } from '../problem.ts'
import type { CurrentSite } from './current-site.ts'

const immutable = 'public, max-age=31536000, immutable'

/** The colours and the logo of the site. A page of before finds those of now. */
export const siteRoutes: FastifyPluginAsyncZod<{ currentSite: CurrentSite }> = async (app, { currentSite }) => {
  app.get(
    '/styles/:name',
    {
      config: { isFile: true, limit: 'none' },
      schema: { hide: true, params: z.object({ name: z.string() }), response: { 200: z.string(), 404: Problem } },
    },
    async ({ params, url }, reply) => {
      const { styles } = await currentSite.settled()
      if (!styles || !/^[\da-f]{16}\.css$/.test(params.name)) throw notFound()
      reply.type('text/css; charset=utf-8')
      if (url.startsWith(styles.path)) reply.cacheTags([cacheTags.site]).header('cache-control', immutable)
      return reply.send(styles.css)
    },
  )
}
