import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { z } from 'zod'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import type { Answers } from '../answers.ts'
import { notFound } from '../problem.ts'
import { answerKey, pageAddress } from './asked.ts'

type Answer = { status: number; body: unknown }
type Assets = { entry: string; styles: string[]; preloads: string[] }

/** What the built entry-server offers: it asks the API for what a page shows and draws it. */
export type PageRenderer = {
  render: (page: {
    url: string
    locale: Locale
    site: { name: string; url: string }
    ask: (path: string) => Promise<Answer>
    assetsFor: (page: string | null, locale: Locale) => Assets
  }) => Promise<{ status: number; html: string }>
}

const folder = fileURLToPath(new URL('../../dist/client/', import.meta.url))
const year = 31_536_000_000

type ManifestEntry = { file: string; css?: string[]; imports?: string[] }

/** Which hashed files a page needs, by the manifest of the build. */
function assetFinder(): (page: string | null, locale: Locale) => Assets {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    ManifestEntry
  >
  const withImports = (name: string, found = new Set<string>()): Set<string> => {
    if (found.has(name) || !manifest[name]) return found
    found.add(name)
    for (const imported of manifest[name].imports ?? []) withImports(imported, found)
    return found
  }
  const address = (name: string) => `/${manifest[name]?.file}`
  const entry = 'client/entry-browser.tsx'
  return (page, locale) => {
    const names = new Set([
      ...withImports(entry),
      ...withImports(`shared/locales/${locale}.ts`),
      ...(page ? withImports(page.replace('./', 'client/')) : []),
    ])
    const styles = [...names].flatMap((name) => manifest[name]?.css ?? []).map((file) => `/${file}`)
    return {
      entry: address(entry),
      styles: [...new Set(styles)],
      preloads: [...names].filter((name) => name !== entry).map(address),
    }
  }
}

function serveFiles(app: FastifyInstance) {
  return app.register(fastifyStatic, {
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

type PageOptions = { site: { name: string; url: string }; renderer: PageRenderer | null; answers: Answers }

/** Draws pages for the anonymous visitor; a page is kept as long as all that it was made from is. */
export const pages = fp<PageOptions>(async (app, { site, renderer, answers }) => {
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  app.all('/api/*', { schema: { hide: true } }, () => {
    throw notFound()
  })
  if (!renderer || !existsSync(folder)) return
  await serveFiles(app)
  const assetsFor = assetFinder()

  // The library is the front door until there is a landing page.
  app.get('/', { schema: { hide: true, response: { 302: z.null() } } }, (_request, reply) =>
    reply.redirect(paths.library),
  )

  app.get(
    '/*',
    {
      schema: { hide: true, response: { '2xx': z.string(), '4xx': z.string(), '5xx': z.string() } },
    },
    async (request, reply) => {
      const { locale } = request
      const url = pageAddress(request.url)
      const [pathname = '/', query] = url.split('?')
      if (pathname.length > 1 && pathname.endsWith('/'))
        return reply.redirect(pathname.replace(/\/+$/, '') + (query ? `?${query}` : ''), 301)
      const topics = new Set<string>()
      let isKept = true
      const ask = async (path: string): Promise<Answer> => {
        const asked = { url: path, headers: { 'x-locale': locale } }
        const response = await app.inject(asked)
        const kept = answers.get(answerKey(asked))
        if (kept) for (const topic of kept.topics) topics.add(topic)
        else isKept = false
        return { status: response.statusCode, body: response.json() }
      }
      const { status, html } = await renderer.render({ url, locale, site, ask, assetsFor })
      if (isKept && status === 200) reply.madeFrom(...topics)
      return reply.code(status).type('text/html; charset=utf-8').send(html)
    },
  )
})
