import { z } from 'zod'
import { Problem } from '#shared/problem.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import { route, routePlugin } from '../http/route.ts'
import { notFound } from '../problem.ts'
import { MailLogo, mailLogoPath } from './mail-logo.ts'

const immutable = 'public, max-age=31536000, immutable'
const mailLogo = new MailLogo()

/** Routes of the site's look. For an outdated hash, the styles of today are returned. */
export const siteRoutes = routePlugin([
  route('GET', '/styles/:name', {
    auth: 'none',
    limit: 'none',
    config: { isFile: true },
    params: z.object({ name: z.string() }),
    answers: { 200: z.string(), 404: Problem },
    handler: async ({ params, url, server }, reply) => {
      const { styles } = await server.currentSite.refreshed
      if (!styles || !/^[\da-f]{16}\.css$/.test(params.name)) throw notFound()
      reply.type('text/css; charset=utf-8')
      if (url.startsWith(styles.path)) reply.cacheTags([cacheTags.site]).header('cache-control', immutable)
      return reply.send(styles.css)
    },
  }),
  route('GET', mailLogoPath, {
    auth: 'none',
    limit: 'none',
    config: { isFile: true },
    answers: { 200: z.any(), 404: Problem },
    handler: async ({ server }, reply) => {
      const { site } = await server.currentSite.refreshed
      const png = site.logo === null ? null : await mailLogo.find(site.logo)
      if (!png) throw notFound()
      reply.type('image/png').header('cache-control', 'public, max-age=3600')
      return reply.header('cross-origin-resource-policy', 'cross-origin').send(png)
    },
  }),
])
