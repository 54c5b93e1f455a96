import { adminSitePaths } from '#shared/admin-site-paths.ts'
import { get, post, put, remove } from './app.ts'
import type { TestResponse } from './app.ts'
import { createPerson } from './people.ts'
import { nothingSet } from './site-settings.ts'

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

const announcement = {
  from_at: '2030-01-01T00:00:00Z',
  until_at: '2030-01-02T00:00:00Z',
  link: '/blog',
  texts: { en: 'Hi', es: '' },
}
const noId = 2_000_000_000

const ifMatch = (etag: string) => ({ 'if-match': etag })

async function announcements(): Promise<Record<string, () => Promise<Cases>>> {
  const { as, other } = await people()
  const add = async () => {
    const { body, headers } = await post(api.announcements, announcement, { as })
    return { path: api.announcement((body as { id: number }).id), etag: String(headers.etag) }
  }
  return {
    add: async () => ({
      201: await post(api.announcements, announcement, { as }),
      400: await post(api.announcements, {}, { as }),
      ...(await refusedOthers((who) => post(api.announcements, announcement, { as: who }), other)),
    }),
    read: async () => ({
      ...(await reading((await add()).path, api.announcement('first'))),
      404: await get(api.announcement(noId), { as }),
    }),
    change: async () => {
      const { path, etag } = await add()
      const ask = (who?: Person, given = etag, at = path) => put(at, announcement, { as: who, headers: ifMatch(given) })
      return {
        412: await ask(as, '"old"'),
        428: await put(path, announcement, { as }),
        404: await ask(as, '*', api.announcement(noId)),
        400: await put(path, {}, { as, headers: ifMatch('*') }),
        200: await ask(as),
        ...(await refusedOthers((who) => ask(who), other)),
      }
    },
    remove: async () => {
      const { path, etag } = await add()
      const ask = (who?: Person, given = etag, at = path) => remove(at, undefined, { as: who, headers: ifMatch(given) })
      return {
        412: await ask(as, '"old"'),
        428: await remove(path, undefined, { as }),
        404: await ask(as, '*', api.announcement(noId)),
        400: await ask(as, '*', api.announcement('first')),
        ...(await refusedOthers((who) => ask(who), other)),
        204: await ask(as),
      }
    },
  }
}
const ofAnnouncements = (name: string) => async () => (await (await announcements())[name]?.()) ?? {}

/** How each documented status of the whole site's settings and of the log's file is brought about. */
export function adminSiteAnswers(): Record<string, () => Promise<Cases>> {
  return {
    'GET /api/admin/site/': () => reading(api.site),
    'GET /api/admin/site/defaults/': () => reading(api.siteDefaults),
    'PUT /api/admin/site/': async () => {
      const { as, other } = await people()
      const { headers } = await get(api.site, { as })
      const ask = (who?: Person, tag = String(headers.etag), body: object = nothingSet) =>
        put(api.site, body, { as: who, headers: { 'if-match': tag } })
      return {
        412: await ask(as, '"old"'),
        428: await put(api.site, nothingSet, { as }),
        400: await ask(as, '*', {}),
        200: await ask(as),
        ...(await refusedOthers((who) => ask(who), other)),
      }
    },
    'GET /api/admin/announcements/': () => reading(api.announcements),
    'POST /api/admin/announcements/': ofAnnouncements('add'),
    'GET /api/admin/announcements/{id}/': ofAnnouncements('read'),
    'PUT /api/admin/announcements/{id}/': ofAnnouncements('change'),
    'DELETE /api/admin/announcements/{id}/': ofAnnouncements('remove'),
    'GET /api/admin/audit/export/': () => reading(api.auditExport(), api.auditExport({ format: 'xls' })),
  }
}
