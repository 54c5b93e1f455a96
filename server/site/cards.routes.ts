import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { blogPaths } from '#shared/blog/paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { defaultLocale, Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { Problem } from '#shared/problem.ts'
import { cardKinds, cardSections } from '#shared/site/cards.ts'
import type { CardKind } from '#shared/site/cards.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import { route, routePlugin } from '../http/route.ts'
import { HttpProblem, notFound } from '../problem.ts'
import { cardItemOf, itemCard, sectionCard } from './card-content.ts'
import { renderSocialCard } from './social-cards.ts'
import type { SocialCard } from './social-cards.ts'

const readPaths: Record<CardKind, (slug: string) => string> = {
  prompt: paths.api.prompt,
  pipeline: paths.api.pipeline,
  post: blogPaths.api.post,
  thread: forumPaths.api.thread,
}

async function findCard({ publicReads }: FastifyInstance, kind: CardKind, slug: string, locale: Locale) {
  const { status, body, cacheTags: tags } = await publicReads.answer(readPaths[kind](slug), locale)
  if (status >= 500) throw new HttpProblem(503, 'problem.busy')
  const item = cardItemOf(body)
  if (!item) throw notFound()
  return { card: itemCard(kind, item, locale), tags }
}

type TaggedCard = { card: SocialCard; tags: readonly string[] | null }

/** Sends the picture through the body cache of pages, without compression, which a PNG already has. */
async function sendCard(reply: FastifyReply, { card, tags }: TaggedCard) {
  const { site } = await reply.server.currentSite.refreshed
  const identity = await renderSocialCard(card, site)
  const etag = `"${hash('sha1', identity, 'base64url')}"`
  reply.sharedBody = { etag, bodies: { identity, br: identity, gzip: identity } }
  if (tags) reply.cacheTags([...tags, cacheTags.site])
  return reply.type('image/png').header('cross-origin-resource-policy', 'cross-origin').send(identity)
}

const card = {
  auth: 'none',
  limit: 'search',
  config: { isFile: true },
  querystring: z.object({ lang: z.enum(Locale.options).default(defaultLocale) }),
  answers: { 200: z.any(), 404: Problem },
} as const

export const cardRoutes = routePlugin([
  route('GET', '/cards/:section.png', {
    ...card,
    problems: [503],
    params: z.object({ section: z.string() }),
    handler: async ({ params, query, server }, reply) => {
      const section = cardSections.find((name) => name === params.section)
      if (!section) throw notFound()
      return sendCard(reply, { card: sectionCard(section, server.currentSite.site.name, query.lang), tags: [] })
    },
  }),
  route('GET', '/cards/:kind/:slug.png', {
    ...card,
    problems: [503],
    params: z.object({ kind: z.string(), slug: z.string().max(200) }),
    handler: async ({ params, query, server }, reply) => {
      const kind = cardKinds.find((name) => name === params.kind)
      if (!kind) throw notFound()
      return sendCard(reply, await findCard(server, kind, params.slug, query.lang))
    },
  }),
])
