import type { QueryClient } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { Locale } from '#shared/locale.ts'
import { notificationPaths } from '#shared/forum/notification-paths.ts'
import { paths } from '#shared/paths.ts'
import { landingFields } from '#shared/site/landing-fields.ts'
import { sitePaths } from '#shared/site/paths.ts'
import type { Site } from '#shared/site/schema.ts'
import type { Me } from '#shared/users/schema.ts'
import { ApiProblem, connectApi, NetworkProblem } from '../../../client/app/api.ts'
import { App, createQueryClient } from '../../../client/start/app.tsx'
import type { PageOutcome } from '../../../client/start/app.tsx'
import { loadMessages } from '../../../client/app/i18n.tsx'
import { SiteRouter } from '../../../client/app/site-router.tsx'
import { findRoute } from '../../../client/start/routes.tsx'
import { SiteRoot } from '../../../client/app/site-root.tsx'

export const site: Site = {
  name: 'Promptory',
  url: 'http://localhost:3000',
  company: { name: 'Promptory', address: 'A street', email: 'hello@promptory.test' },
  social_links: [],
  pages: [],
  legal_pages: [],
  brand_color: null,
  logo: null,
  card: null,
  legal_dates: { terms: '2025-10-08', privacy: '2025-10-08' },
  live_feed: false,
  asks_confirmed_email: true,
  adds_tax: false,
  takes_codes: false,
  google_client_id: null,
  payments: 'on',
}
export const me: Me = {
  username: 'ana',
  email: 'ana@mail.test',
  first_name: 'Ana',
  last_name: 'Gil',
  avatar_color: '#4c2fa2',
  language: 'en',
  register_date: '2026-01-01T00:00:00.000Z',
  role: 'user',
  has_password: true,
  is_email_confirmed: true,
}

type Response = { status: number; body: unknown; headers?: Headers }
export type Answer = Response | Promise<Response> | 'lost' | 'never'
export const pendingAnswer: Answer = 'never'
export const ok = (body: unknown): Answer => ({ status: 200, body })
export const withEtag = (body: unknown, etag: string): Answer => ({ status: 200, body, headers: new Headers({ etag }) })
export const emptyAnswer: Answer = { status: 204, body: null }
export const refused = (status: number, body: unknown = { detail: 'no' }): Answer => ({ status, body })
/** Responses by path, prefixed with the method unless GET. A list is used in order; its last one repeats. */
export type Answers = Record<string, Answer | Answer[]>

type Opening = {
  locale?: Locale
  member?: Partial<Me> & { tier?: number }
  settings?: Partial<Site>
}

export const answersForMember = ({ tier = 0, ...ofMember }: NonNullable<Opening['member']> = {}): Answers => ({
  [paths.api.me]: ok({ ...me, ...ofMember }),
  [paths.api.subscriptionStatus]: ok({ subscription: { user_tier: tier } }),
  [notificationPaths.api.settings]: ok({ moderation_mail: 'at_once', activity_mail: 'daily' }),
})

export function signInAs({ tier = 0 }: NonNullable<Opening['member']>): void {
  localStorage.setItem('access', 'a token')
  localStorage.setItem('viewer.tier', String(tier))
}

const shippedSections = Object.keys(landingFields).map((name) => ({ name, texts: null, content_locale: null }))
const emptyLanding = { prompts: [], figures: { prompts: 0, free_prompts: 0, niches: 0 }, pipeline: null }
function usualAnswer(request: string): Answer | undefined {
  if ([paths.api.models, paths.api.popular].includes(request)) return ok([])
  if (request === paths.api.titles) return ok({ results: [] })
  if (request === sitePaths.api.landing) return ok({ ...emptyLanding, sections: shippedSections })
  return request.startsWith('/api/admin/former-slugs/') ? ok([]) : undefined
}

/** Client with mocked responses that records requests. A request without a response fails the test. */
export function createClient(answers: Answers) {
  const sent: { request: string; body: object | undefined; headers?: Record<string, string> }[] = []
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } })
  connectApi(client, async (requestedPath, { method = 'GET', body, headers } = {}) => {
    const request = method === 'GET' ? requestedPath : `${method} ${requestedPath}`
    sent.push({ request, body, ...(headers && { headers }) })
    const mocked = answers[request] ?? usualAnswer(request)
    const answer = Array.isArray(mocked) ? (mocked.length > 1 ? mocked.shift() : mocked[0]) : mocked
    if (!answer) console.error(`The test has no answer to ${request}.`)
    if (answer === 'never') return new Promise<never>(() => {})
    if (!answer || answer === 'lost') throw new NetworkProblem('lost')
    return answer
  })
  return { client, sent }
}

export async function loadPage(
  client: QueryClient,
  locale: Locale,
  settings: Partial<Site> = {},
): Promise<PageOutcome> {
  const found = findRoute(location.pathname)
  const { load } = (await found?.route.fetchModule()) ?? {}
  await loadMessages()
  const search = new URLSearchParams(location.search)
  return Promise.resolve(
    load?.({
      params: found?.params ?? {},
      search,
      locale,
      client,
      site: { ...site, ...settings },
      query: client.fetchQuery.bind(client),
    }),
  ).then(
    () => (found ? 'page' : 'not_found'),
    (error) => (error instanceof ApiProblem && error.status < 500 ? 'not_found' : 'failed'),
  )
}

/** Opens a page like a browser that has received the server's HTML; its data is a visitor's. */
export async function openPage(path: string, answers: Answers, { locale = 'en', member, settings }: Opening = {}) {
  history.replaceState(null, '', path)
  const { client, sent } = createClient({
    [notificationPaths.api.count]: ok({ unread: 0 }),
    ...(member && answersForMember(member)),
    ...answers,
  })
  const outcome = await loadPage(client, locale, settings)
  sent.length = 0
  if (member) signInAs(member)
  const user = userEvent.setup()
  await act(async () => {
    render(
      <SiteRoot locale={locale}>
        <SiteRouter>
          <App client={client} site={{ ...site, ...settings }} locale={locale} outcome={outcome} />
        </SiteRouter>
      </SiteRoot>,
    )
  })
  const written = () => sent.filter(({ request }) => !request.startsWith('/'))
  return { user, written, requests: () => sent.map(({ request }) => request) }
}
