import type { FastifyRequest } from 'fastify'
import type { Locale } from '#shared/locale.ts'
import { PageAnswers, PageAnswersQuery } from '#shared/site/page-answers.ts'
import { sitePaths } from '#shared/site/paths.ts'
import type { Site } from '#shared/site/schema.ts'
import { cacheTags as allTags } from '../cache/cache-tags.ts'
import type { PublicResponse } from '../cache/public-reads.ts'
import { route } from '../http/route.ts'
import type { MemberRequest } from '../http/route.ts'

type LoadedPage = {
  url: string
  locale: Locale
  site: Site
  apiFetch: (path: string) => Promise<{ status: number; body: unknown }>
}
export type LoadData = (page: LoadedPage) => Promise<'page' | 'not_found' | 'failed'>

const isOfMember = (request: FastifyRequest): request is MemberRequest => request.viewer !== null

const consumeLimit = ({ server: { rateLimiter }, viewer, ip }: FastifyRequest) =>
  viewer ? rateLimiter.consume('page_answers', `person ${viewer.id}`) : rateLimiter.consumeByAddress('page_answers', ip)

/** Runs the loader of a page and returns the API responses that it read. */
async function readAnswers(
  request: FastifyRequest,
  url: string,
  { loadData, site }: { loadData: LoadData; site: Site },
) {
  const { locale, server } = request
  const tags = new Set<string>([allTags.site])
  const answers: PageAnswers['answers'] = []
  let isCacheable = true
  const read = (path: string): Promise<PublicResponse> =>
    isOfMember(request) ? server.publicReads.answerMember(path, request) : server.publicReads.answer(path, locale)
  const apiFetch = async (path: string) => {
    const { status, body, cacheTags } = await read(path)
    for (const tag of cacheTags ?? []) tags.add(tag)
    isCacheable &&= cacheTags !== null
    answers.push({ path, status, body })
    return { status, body }
  }
  const outcome = await loadData({ url, locale, site: { ...site }, apiFetch })
  return { answers, cacheTags: isCacheable && outcome === 'page' ? [...tags] : null }
}

type PageSite = { readonly refreshed: Promise<{ site: Site }> }

/** Route of the data of a page. A search has none, since the API's searches have limits of their own. */
export const pageAnswersRoute = (loadData: LoadData, currentSite: PageSite) =>
  route('GET', sitePaths.api.pageAnswers(), {
    summary:
      'The responses of the API that a page reads, in one response; for a member with the member’s own data. Empty for a page with `q` and for an unknown one',
    auth: 'optional',
    // Cached responses are free. All others have a limit of their own, so that prefetching uses up no other limit.
    limit: 'none',
    querystring: PageAnswersQuery,
    answers: { 200: PageAnswers },
    problems: [429],
    handler: async (request, reply) => {
      const { path } = request.query
      if (new URL(path, 'http://site').searchParams.has('q')) return { answers: [] }
      await consumeLimit(request)
      const { site } = await currentSite.refreshed
      const { answers, cacheTags } = await readAnswers(request, path, { loadData, site })
      if (cacheTags && !request.viewer) reply.cacheTags(cacheTags)
      return { answers }
    },
  })
