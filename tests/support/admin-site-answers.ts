import { adminSitePaths } from '#shared/admin-site-paths.ts'
import { get, put } from './app.ts'
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
    'GET /api/admin/audit/export/': () => reading(api.auditExport(), api.auditExport({ format: 'xls' })),
  }
}
