import { adminPaths } from '#shared/admin/paths.ts'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import { sitePaths } from '#shared/site/paths.ts'
import { get, post, put, remove } from '../app.ts'
import type { TestResponse } from '../app.ts'
import { db } from '../../../server/database/db.ts'
import { createPrompt, newSlug } from '../library.ts'
import { createPerson } from '../people.ts'
import { emptySettings } from '../site-settings.ts'

type Cases = Record<string, TestResponse>
type Person = { token: string }
const { api } = adminSitePaths

const people = async () => ({
  as: await createPerson({ role: 'admin' }),
  other: await createPerson({ role: 'moderator' }),
})
const refusedOthers = async (ask: (as?: Person) => Promise<TestResponse>, other: Person): Promise<Cases> => ({
  401: await ask(),
  403: await ask(other),
})

async function reading(path: string, wrong?: string): Promise<Cases> {
  const { as, other } = await people()
  return {
    200: await get(path, { as }),
    ...(wrong && { 400: await get(wrong, { as }) }),
    ...(await refusedOthers((who) => get(path, { as: who }), other)),
  }
}

const bodies = {
  announcements: {
    from_at: '2030-01-01T00:00:00Z',
    until_at: '2030-01-02T00:00:00Z',
    link: '/blog',
    texts: { en: 'Hi', es: '' },
  },
  faq: { page: 'landing', texts: { en: { q: 'Why?', a: 'So.' }, es: null } },
  testimonials: { name: 'Ana', is_sample: true, texts: { en: { role: 'Writer', text: 'Good.' }, es: null } },
  pages: {
    slug: 'imprint',
    is_published: true,
    in_footer: true,
    in_navigation: false,
    texts: { en: { title: 'Imprint', body: 'Who we are.' }, es: null },
  },
} as const
type Noun = keyof typeof bodies
const noId = 2_000_000_000
/** Each slug is used once. */
const bodyOf = (noun: Noun) => (noun === 'pages' ? { ...bodies.pages, slug: newSlug('page') } : bodies[noun])

const ifMatch = (etag: string) => ({ 'if-match': etag })

async function listed(noun: Noun): Promise<Record<string, () => Promise<Cases>>> {
  const { as, other } = await people()
  const list = `/api/admin/${noun}/`
  const itemOf = (id: number | string) => `${list}${id}/`
  const add = async () => {
    const added = await post(list, bodyOf(noun), { as })
    const { id } = added.body as { id: number }
    return { id, path: itemOf(id), etag: String(added.headers.etag) }
  }
  return {
    add: async () => ({
      201: await post(list, bodyOf(noun), { as }),
      400: await post(list, {}, { as }),
      ...(await refusedOthers((who) => post(list, bodyOf(noun), { as: who }), other)),
    }),
    read: async () => ({
      ...(await reading((await add()).path, itemOf('first'))),
      404: await get(itemOf(noId), { as }),
    }),
    change: async () => {
      const { path, etag } = await add()
      const ask = (who?: Person, ifMatchTag = etag, at = path) =>
        put(at, bodyOf(noun), { as: who, headers: ifMatch(ifMatchTag) })
      return {
        412: await ask(as, '"old"'),
        428: await put(path, bodyOf(noun), { as }),
        404: await ask(as, '*', itemOf(noId)),
        400: await put(path, {}, { as, headers: ifMatch('*') }),
        200: await ask(as),
        ...(await refusedOthers((who) => ask(who), other)),
      }
    },
    move: async () => {
      const { id } = await add()
      const ask = (who?: Person, moved = id, to: unknown = null) =>
        post(`${itemOf(moved)}move/`, { before: to }, { as: who })
      return {
        404: await ask(as, noId),
        400: await ask(as, id, noId),
        200: await ask(as),
        ...(await refusedOthers((who) => ask(who), other)),
      }
    },
    remove: async () => {
      const { path, etag } = await add()
      const ask = (who?: Person, ifMatchTag = etag, at = path) =>
        remove(at, undefined, { as: who, headers: ifMatch(ifMatchTag) })
      return {
        412: await ask(as, '"old"'),
        428: await remove(path, undefined, { as }),
        404: await ask(as, '*', itemOf(noId)),
        400: await ask(as, '*', itemOf('first')),
        ...(await refusedOthers((who) => ask(who), other)),
        204: await ask(as),
      }
    },
  }
}
const ofNoun = (noun: Noun, name: string) => async () => (await (await listed(noun))[name]?.()) ?? {}
const answersOf = (noun: Noun) => ({
  [`GET /api/admin/${noun}/`]: () => reading(`/api/admin/${noun}/`),
  [`POST /api/admin/${noun}/`]: ofNoun(noun, 'add'),
  [`GET /api/admin/${noun}/{id}/`]: ofNoun(noun, 'read'),
  [`PUT /api/admin/${noun}/{id}/`]: ofNoun(noun, 'change'),
  [`DELETE /api/admin/${noun}/{id}/`]: ofNoun(noun, 'remove'),
  ...(noun !== 'announcements' && { [`POST /api/admin/${noun}/{id}/move/`]: ofNoun(noun, 'move') }),
})

const formerSlugAnswers = (): Record<string, () => Promise<Cases>> => ({
  'GET /api/admin/former-slugs/{kind}/{id}/': async () => ({
    ...(await reading(adminPaths.api.formerSlugs('prompt', 1), '/api/admin/former-slugs/thread/1/')),
    404: await get(adminPaths.api.formerSlugs('prompt', noId), { as: (await people()).as }),
  }),
  'DELETE /api/admin/former-slugs/{kind}/{id}/{slug}/': async () => {
    const { as, other } = await people()
    const [slug, prompt] = [newSlug('former'), await createPrompt()]
    await db.formerSlug.create({ data: { kind: 'prompt', slug, item_id: prompt.id } })
    const ask = (who?: Person, path = adminPaths.api.formerSlug('prompt', prompt.id, slug)) =>
      remove(path, undefined, { as: who })
    return {
      400: await ask(as, '/api/admin/former-slugs/thread/1/x/'),
      404: await ask(as, adminPaths.api.formerSlug('prompt', prompt.id, 'none')),
      ...(await refusedOthers((who) => ask(who), other)),
      204: await ask(as),
    }
  },
})

const moveSection = (who?: Person, id = 2, body: object = { before: null }) =>
  post(api.contentMove('landing', id), body, { as: who })

const landingAnswers = (): Record<string, () => Promise<Cases>> => ({
  'GET /api/admin/landing/': () => reading(api.content('landing')),
  'GET /api/admin/landing/{id}/': async () => ({
    ...(await reading(api.contentItem('landing', 1), api.contentItem('landing', 'first'))),
    404: await get(api.contentItem('landing', noId), { as: (await people()).as }),
  }),
  'PUT /api/admin/landing/{id}/': async () => {
    const { as, other } = await people()
    const path = api.contentItem('landing', 2)
    const { body, headers } = await get(path, { as })
    const { id: _id, ...state } = body
    const ask = (who?: Person, tag = String(headers.etag), to = path, sent: object = state) =>
      put(to, sent, { as: who, headers: ifMatch(tag) })
    return {
      412: await ask(as, '"old"'),
      428: await put(path, state, { as }),
      400: await ask(as, '*', path, {}),
      404: await ask(as, '*', api.contentItem('landing', noId)),
      200: await ask(as),
      ...(await refusedOthers((who) => ask(who), other)),
    }
  },
  'POST /api/admin/landing/{id}/move/': async () => {
    const { as, other } = await people()
    return {
      200: await moveSection(as),
      400: await moveSection(as, 2, {}),
      404: await moveSection(as, noId),
      ...(await refusedOthers((who) => moveSection(who), other)),
    }
  },
})

/** Requests that produce each documented status of the site settings and the audit log's file. */
export function adminSiteAnswers(): Record<string, () => Promise<Cases>> {
  return {
    'GET /api/admin/site/': () => reading(api.site),
    'GET /api/admin/site/defaults/': () => reading(api.siteDefaults),
    'PUT /api/admin/site/': async () => {
      const { as, other } = await people()
      const { headers } = await get(api.site, { as })
      const ask = (who?: Person, tag = String(headers.etag), body: object = emptySettings) =>
        put(api.site, body, { as: who, headers: { 'if-match': tag } })
      return {
        412: await ask(as, '"old"'),
        428: await put(api.site, emptySettings, { as }),
        400: await ask(as, '*', {}),
        200: await ask(as),
        ...(await refusedOthers((who) => ask(who), other)),
      }
    },
    'POST /api/admin/site/mail-preview/': async () => {
      const { as, other } = await people()
      const ask = (who?: Person) => post(api.mailPreview, { locale: 'es', settings: emptySettings }, { as: who })
      return {
        200: await ask(as),
        400: await post(api.mailPreview, { locale: 'fr', settings: emptySettings }, { as }),
        ...(await refusedOthers(ask, other)),
      }
    },
    ...answersOf('announcements'),
    ...answersOf('faq'),
    ...answersOf('testimonials'),
    ...answersOf('pages'),
    ...landingAnswers(),
    ...formerSlugAnswers(),
    'GET /api/site/landing/': async () => ({ 200: await get(sitePaths.api.landing) }),
    'GET /api/site/faq/': async () => ({ 200: await get('/api/site/faq/'), 400: await get('/api/site/faq/?page=x') }),
    'GET /api/site/pages/{slug}/': async () => {
      const { as } = await people()
      const page = { ...bodies.pages, slug: newSlug('page') }
      await post('/api/admin/pages/', page, { as })
      return {
        200: await get(sitePaths.api.page(page.slug)),
        400: await get(sitePaths.api.page('a\0b')),
        404: await get(sitePaths.api.page('no-such-page')),
      }
    },
    'GET /api/site/legal/{slug}/': async () => ({
      200: await get(sitePaths.api.legalPage('privacy')),
      400: await get('/api/site/legal/a%00b/'),
      404: await get('/api/site/legal/imprint/'),
    }),
    'GET /api/admin/audit/export/': () => reading(api.auditExport(), api.auditExport({ format: 'xls' })),
  }
}
