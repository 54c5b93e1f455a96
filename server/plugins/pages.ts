import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { z } from 'zod'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import type { Site } from '#shared/site.ts'
import type { Answers } from '../answers.ts'
import { notFound } from '../problem.ts'
import { answerKey, pageAddress } from './asked.ts'
import { ownAddress } from './limits.ts'
import { assetFinder, folder } from './page-files.ts'
import type { Assets } from './page-files.ts'

type Answer = { status: number; body: unknown }

/** What the built entry-server offers: it asks the API for what a page shows and draws it. */
export type PageRenderer = {
  /** The scripts that stand in every page's head, to the letter: the only ones that may run from a page itself. */
  inlineScripts: string[]
  render: (page: {
    url: string
    locale: Locale
    site: Site
    ask: (path: string) => Promise<Answer>
    assetsFor: (page: string | null, locale: Locale) => Assets
  }) => Promise<{ status: number; html: string }>
}

const year = 31_536_000_000

async function serveFiles(app: FastifyInstance) {
  app.addHook('onRoute', (route) => void (route.config = { ...route.config, limit: 'none' }))
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    globIgnore: ['.vite/**', '**/*.br', '**/*.gz'],
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? `public, max-age=${year / 1000}, immutable` : 'public, max-age=3600')
    },
  })
}

type PageOptions = { site: Site; renderer: PageRenderer | null; answers: Answers }

/** Draws pages for the anonymous visitor; a page is kept as long as all that it was made from is. */
export const pages = fp<PageOptions>(async (app, { site, renderer, answers }) => {
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  app.all('/api/*', { schema: { hide: true } }, () => {
    throw notFound()
  })
  if (!renderer || !existsSync(folder)) return
  await app.register(serveFiles)
  const assetsFor = assetFinder()

  // Stripe sends buyers to addresses of their own; the plans' page says how it went.
  for (const outcome of ['success', 'cancel'])
    app.get<{ Querystring: { session_id?: string } }>(
      `/subscription/${outcome}`,
      { schema: { hide: true, response: { 302: z.null() } } },
      ({ query: { session_id } }, reply) =>
        reply.redirect(`/subscription?${new URLSearchParams({ stripe: outcome, ...(session_id && { session_id }) })}`),
    )

  const schema = { hide: true, response: { '2xx': z.string(), '4xx': z.string(), '5xx': z.string() } }
  const draw = async (request: FastifyRequest, reply: FastifyReply) => {
    const { locale } = request
    const url = pageAddress(request.url)
    const [pathname = '/', query] = url.split('?')
    if (pathname.length > 1 && pathname.endsWith('/'))
      return reply.redirect(pathname.replace(/\/+$/, '') + (query ? `?${query}` : ''), 301)
    const topics = new Set<string>()
    let isKept = true
    const ask = async (path: string): Promise<Answer> => {
      const asked = { url: path, headers: { 'x-locale': locale } }
      const response = await app.inject({ ...asked, remoteAddress: ownAddress })
      const kept = answers.get(answerKey(asked))
      if (kept) for (const topic of kept.topics) topics.add(topic)
      else isKept = false
      return { status: response.statusCode, body: response.json() }
    }
    const { status, html } = await renderer.render({ url, locale, site, ask, assetsFor })
    if (isKept && status === 200) reply.madeFrom(...topics)
    return reply.code(status).type('text/html; charset=utf-8').send(html)
  }
  app.get('/*', { schema }, draw)
  app.get(paths.tooManyRequests(), { schema, config: { limit: 'none' } }, draw)
})
