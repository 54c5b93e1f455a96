import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { constants } from 'node:zlib'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { z } from 'zod'
import { blogPaths } from '#shared/blog/paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { ThreadLanguages } from '#shared/forum/schema.ts'
import { mailtoOf } from '#shared/paths.ts'
import { defaultLocale, Locale } from '#shared/locale.ts'
import { BadRequest, Problem } from '#shared/problem.ts'
import type { Site } from '#shared/site/schema.ts'
import { matchesEtag } from '../cache/serve-from-cache.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { addRoutes, route } from '../http/route.ts'
import { notFound } from '../problem.ts'
import { forumFeed, newsFeed } from './feeds.ts'
import { webManifest } from './manifest.ts'
import type { ManifestSite } from './manifest.ts'
import { findSitemapFile, listNames } from './sitemap-lists.ts'
import type { SitemapListName } from './sitemap-lists.ts'
import {
  sitemapIndexTags,
  sitemapListFile,
  sitemapIndex,
  sitemapPath,
  sitemapStaticFile,
  sitemapStaticTags,
} from './sitemap.ts'
import { xmlType } from './xml.ts'

const rssType = 'application/rss+xml; charset=utf-8'
const maxAge = { text: 3_600, sitemap: 600 } // seconds; no tag announces changes of so many URLs

/** Compression at the fastest level: 30 MB of repetitive XML become a thirtieth, with little memory. */
const packing = {
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 } },
  zlibOptions: { level: 1 },
}

const filePattern = new RegExp(`^(${listNames.join('|')})-([1-9]\\d{0,4})$`)
/** Query of a feed. It contains the language, since feed readers send an Accept-Language of their own. */
const FeedQuery = z.object({ lang: z.enum(Locale.options).default(defaultLocale) })
const ForumFeedQuery = FeedQuery.extend({ languages: ThreadLanguages })
const file = { auth: 'none', config: { isFile: true }, answers: { 200: z.string() } } as const
const feed = { ...file, querystring: FeedQuery, answers: { ...file.answers, 400: BadRequest } } as const

type SeoSite = Pick<Site, 'name' | 'url' | 'company'>
type SeoOptions = { site: SeoSite; readSite: () => Promise<ManifestSite>; isIndexable: boolean }

const sendText = (reply: FastifyReply, text: string) =>
  reply.type('text/plain; charset=utf-8').header('cache-control', `public, max-age=${maxAge.text}`).send(text)

const texts = ({ site, readSite, isIndexable: isToBeFound }: SeoOptions) => [
  route('GET', '/robots.txt', {
    ...file,
    handler: async (_request, reply) => {
      const rules = isToBeFound ? `Disallow: /api/\n\nSitemap: ${site.url}/sitemap.xml\n` : 'Disallow: /\n'
      return sendText(reply, `User-agent: *\n${rules}`)
    },
  }),
  route('GET', '/.well-known/security.txt', {
    ...file,
    handler: async (_request, reply) => {
      const expires = new Date(Date.now() + 180 * 86_400_000).toISOString().replace(/T.*/, 'T00:00:00Z')
      const lines = [
        `Contact: ${mailtoOf(site.company.email)}`,
        `Expires: ${expires}`,
        'Preferred-Languages: en, es',
        `Canonical: ${site.url}/.well-known/security.txt`,
      ]
      return sendText(reply, `${lines.join('\n')}\n`)
    },
  }),
  route('GET', '/manifest.webmanifest', {
    ...feed,
    handler: async ({ query }, reply) =>
      reply
        .cacheTags([cacheTags.site])
        .type('application/manifest+json; charset=utf-8')
        .send(JSON.stringify(webManifest(await readSite(), query.lang))),
  }),
]

const sitemaps = ({ url }: SeoSite) => [
  route('GET', '/sitemap.xml', {
    ...file,
    handler: async ({ server }, reply) => {
      reply.cacheTags(sitemapIndexTags)
      return reply.type(xmlType).send(await sitemapIndex(url, server.responseCache))
    },
  }),
  route('GET', sitemapPath('pages'), {
    ...file,
    handler: async ({ server }, reply) => {
      reply.cacheTags(sitemapStaticTags)
      return reply.type(xmlType).send(await sitemapStaticFile(url, server.responseCache))
    },
  }),
  route('GET', sitemapPath(':name'), {
    ...file,
    limit: 'search',
    compress: packing,
    params: z.object({ name: z.string() }),
    answers: { 200: z.unknown(), 304: z.null(), 404: Problem },
    handler: async (request, reply) => {
      const { params, method } = request
      const [, list, number] = filePattern.exec(params.name) ?? []
      const [name, page] = [list as SitemapListName, Number(number)]
      const found = list === undefined ? null : await findSitemapFile(name, page)
      if (!found) throw notFound()
      const etag = `W/"${hash('sha1', `${url} ${params.name} ${found.state}`, 'base64url')}"`
      reply.type(xmlType).header('cache-control', `public, max-age=${maxAge.sitemap}`).header('etag', etag)
      reply.header('vary', 'accept-encoding')
      if (found.lastmod) reply.header('last-modified', found.lastmod.toUTCString())
      if (matchesEtag(request, 200, etag)) return reply.code(304).send()
      return reply.send(Readable.from(method === 'HEAD' ? [] : sitemapListFile(name, page, url)))
    },
  }),
]

const sendFeed = (reply: FastifyReply, { value, cacheTags: tags }: Tagged<string>) =>
  reply.cacheTags(tags).type(rssType).send(value)

const feeds = (site: SeoSite) => [
  route('GET', blogPaths.rss(defaultLocale), {
    ...feed,
    handler: async ({ query }, reply) => sendFeed(reply, await newsFeed(site, query.lang)),
  }),
  route('GET', forumPaths.rss, {
    ...feed,
    querystring: ForumFeedQuery,
    handler: async ({ query }, reply) => sendFeed(reply, await forumFeed(site, query.lang, query.languages)),
  }),
]

/** Routes for search engines. If `isToBeFound` is false, pages say noindex, which crawlers must be able to read. */
export const seoRoutes: FastifyPluginAsync<SeoOptions> = async (app, options) => {
  const { site } = options
  addRoutes(app, [...texts(options), ...sitemaps(site), ...feeds(site)])
}
