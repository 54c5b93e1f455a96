import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { blogPaths } from '#shared/blog/paths.ts'
import { SlugParams } from '#shared/library/schema.ts'
import { inLocale } from '#shared/locale.ts'
import { Problem } from '#shared/problem.ts'
import type { Site } from '#shared/site/schema.ts'
import { addRoutes, route } from '../http/route.ts'
import { getPostMarkdown } from './posts.ts'

export const postMarkdownRoutes: FastifyPluginAsync<{ site: Pick<Site, 'url'> }> = async (app, { site }) =>
  addRoutes(app, [
    route('GET', '/blog/:slug.md', {
      auth: 'none',
      config: { isFile: true },
      params: SlugParams,
      answers: { 200: z.string(), 404: Problem },
      handler: async ({ params, locale }, reply) => {
        const { value, cacheTags } = await getPostMarkdown(params.slug, locale)
        const page = inLocale(site.url + blogPaths.post(params.slug), value.content_locale)
        reply.cacheTags(cacheTags).header('content-language', value.content_locale)
        reply.header('link', `<${page}>; rel="canonical"`)
        return reply.type('text/markdown; charset=utf-8').send(`# ${value.title}\n\n${value.body.trimEnd()}\n`)
      },
    }),
  ])
