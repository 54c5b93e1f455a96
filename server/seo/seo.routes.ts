import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { constants } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { blogPaths } from '#shared/blog-paths.ts'
import { forumPaths } from '#shared/forum-paths.ts'
import { defaultLocale, Locale } from '#shared/locale.ts'
import { BadRequest, Problem } from '#shared/problem.ts'
import type { Site } from '#shared/site.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import { notFound } from '../problem.ts'
import { forumFeed, newsFeed } from './feeds.ts'
import { webManifest } from './manifest.ts'
import type { ManifestSite } from './manifest.ts'
import { findFile, listNames } from './sitemap-lists.ts'
import type { ListName } from './sitemap-lists.ts'
import { indexTags, listFile, sitemapIndex, sitemapPath, staticFile, staticTags } from './sitemap.ts'
import { xmlType } from './xml.ts'

const rssType = 'application/rss+xml; charset=utf-8'
/** Seconds: nothing tells when one of so many addresses changes. */
const maxAge = { text: 3_600, sitemap: 600 }

/** Of 30 MB that say the same again and again the quickest makes a thirtieth, in little memory. */
const packing = {
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 } },
  zlibOptions: { level: 1 },
}

const filePattern = new RegExp(`^(${listNames.join('|')})-([1-9]\\d{0,4})$`)
const schema = { hide: true, response: { 200: z.string() } }
/** Programs read a feed for people: its address says the language, and not what a program prefers. */
const FeedQuery = z.object({ lang: z.enum(Locale.options).default(defaultLocale) })
const feedSchema = { hide: true, querystring: FeedQuery, response: { 200: z.string(), 400: BadRequest } }
const config = { isFile: true } as const

type SeoOptions = {
  site: Pick<Site, 'name' | 'url' | 'company'>
  readSite: () => Promise<ManifestSite>
  isToBeFound: boolean
}

const sendText = (reply: FastifyReply, text: string) =>
  reply.type('text/plain; charset=utf-8').header('cache-control', `public, max-age=${maxAge.text}`).send(text)

/** `isToBeFound`: search engines may keep what is public. What nobody should find says so itself, and must be read for that. */
export const seoRoutes: FastifyPluginAsyncZod<SeoOptions> = async (app, { site, readSite, isToBeFound }) => {
  app.get('/robots.txt', { schema, config }, async (_request, reply) => {
    const rules = isToBeFound ? `Disallow: /api/\n\nSitemap: ${site.url}/sitemap.xml\n` : 'Disallow: /\n'
    return sendText(reply, `User-agent: *\n${rules}`)
  })

  app.get('/.well-known/security.txt', { schema, config }, async (_request, reply) => {
    const expires = new Date(Date.now() + 180 * 86_400_000).toISOString().replace(/T.*/, 'T00:00:00Z')
    const lines = [
      `Contact: mailto:${site.company.email}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en, es',
      `Canonical: ${site.url}/.well-known/security.txt`,
    ]
    return sendText(reply, `${lines.join('\n')}\n`)
  })

  app.get('/manifest.webmanifest', { schema: feedSchema, config }, async ({ query }, reply) =>
    reply
      .cacheTags([cacheTags.site])
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(webManifest(await readSite(), query.lang))),
  )

  app.get('/sitemap.xml', { schema, config }, async (_request, reply) => {
    reply.cacheTags(indexTags)
    return reply.type(xmlType).send(await sitemapIndex(site.url, app.responseCache))
  })

  app.get(sitemapPath('pages'), { schema, config }, async (_request, reply) => {
    reply.cacheTags(staticTags)
    return reply.type(xmlType).send(await staticFile(site.url, app.responseCache))
  })

  app.get(
    sitemapPath(':name'),
    {
      schema: {
        hide: true,
        params: z.object({ name: z.string() }),
        response: { 200: z.unknown(), 304: z.null(), 404: Problem },
      },
      config: { ...config, limit: 'search' },
      compress: packing,
    },
    async ({ params, headers, method }, reply) => {
      const [, list, number] = filePattern.exec(params.name) ?? []
      const [name, place] = [list as ListName, Number(number)]
      const file = list === undefined ? null : await findFile(name, place)
      if (!file) throw notFound()
      const etag = `W/"${hash('sha1', `${site.url} ${params.name} ${file.state}`, 'base64url')}"`
      reply.type(xmlType).header('cache-control', `public, max-age=${maxAge.sitemap}`).header('etag', etag)
      reply.header('vary', 'accept-encoding')
      if (file.lastmod) reply.header('last-modified', file.lastmod.toUTCString())
      if (headers['if-none-match']?.includes(etag.slice(2))) return reply.code(304).send(null)
      return reply.send(method === 'HEAD' ? '' : Readable.from(listFile(name, place, site.url)))
    },
  )

  for (const [address, feed] of [
    [blogPaths.rss(defaultLocale), newsFeed],
    [forumPaths.rss, forumFeed],
  ] as const)
    app.get(address, { schema: feedSchema, config }, async ({ query }, reply) => {
      const { value, cacheTags: tags } = await feed(site, query.lang)
      return reply.cacheTags(tags).type(rssType).send(value)
    })
}
