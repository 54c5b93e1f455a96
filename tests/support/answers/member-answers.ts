import { adminPaths } from '#shared/admin/paths.ts'
import { get, post, put, remove } from '../app.ts'
import type { TestResponse } from '../app.ts'
import { createPerson } from '../people.ts'
import type { Person } from '../people.ts'

type Cases = Record<string, TestResponse>
const { api } = adminPaths
const none = 2_000_000_000
const admin = () => createPerson({ role: 'admin' })
const moderator = () => createPerson({ role: 'moderator' })

async function listing(path: string, wrong: string): Promise<Cases> {
  const as = await admin()
  return {
    200: await get(path, { as }),
    400: await get(wrong, { as }),
    401: await get(path),
    403: await get(path, { as: await moderator() }),
  }
}

const reading = async (path: (id: number | string) => string): Promise<Cases> => ({
  ...(await listing(path((await createPerson()).id), path('first'))),
  404: await get(path(none), { as: await admin() }),
})

/** `selfBody`: a body that is refused for the admin's own account. */
async function changing(path: (id: number) => string, body: object, selfBody: object): Promise<Cases> {
  const [as, { id }] = [await admin(), await createPerson()]
  const { etag } = (await get(api.member(id), { as })).headers
  const headers = { 'if-match': String(etag) }
  const selfTag = String((await get(api.member(as.id), { as })).headers.etag)
  return {
    200: await put(path(id), body, { as, headers }),
    400: await put(path(id), {}, { as, headers }),
    401: await put(path(id), body),
    403: await put(path(id), body, { as: await moderator() }),
    404: await put(path(none), body, { as, headers }),
    409: await put(path(as.id), selfBody, { as, headers: { 'if-match': selfTag } }),
    412: await put(path(id), body, { as, headers }),
    428: await put(path(id), body, { as }),
  }
}

async function doing(
  act: (id: number | string, as?: Person) => Promise<TestResponse>,
  member: { id: number },
): Promise<Cases> {
  const as = await admin()
  return {
    204: await act(member.id, as),
    400: await act('first', as),
    401: await act(member.id),
    403: await act(member.id, await moderator()),
    404: await act(none, as),
  }
}

export function memberAnswers(): Record<string, () => Promise<Cases>> {
  const granted = { granted_tier: 0, granted_until: null, granted_reason: '' }
  return {
    'GET /api/admin/overview/': () => listing(api.overview(), api.overview({ days: 8 })),
    'GET /api/admin/overview/export/': () => listing(api.overviewExport(), api.overviewExport({ days: 8 })),
    'GET /api/admin/members/export/': () => listing(api.membersExport(), api.membersExport({ tier: 'high' })),
    'GET /api/admin/members/': () => listing(api.members(), api.members({ tier: 'high' })),
    'GET /api/admin/members/{id}/': () => reading(api.member),
    'GET /api/admin/members/{id}/overview/': () => reading(api.memberOverview),
    'GET /api/admin/members/{id}/sessions/': () => reading(api.memberSessions),
    'PUT /api/admin/members/{id}/': () =>
      changing(api.member, { role: 'moderator', ...granted }, { role: 'user', ...granted }),
    'PUT /api/admin/members/{id}/block/': () => {
      const block = { hides_content: true, reason: '' }
      return changing(api.memberBlock, { block }, { block })
    },
    'DELETE /api/admin/members/{id}/sessions/': async () =>
      doing((id, as) => remove(api.memberSessions(id), undefined, { as }), await createPerson()),
    'DELETE /api/admin/members/{id}/sessions/{session_id}/': async () => {
      const member = await createPerson()
      return doing((id, as) => remove(api.memberSession(id, member.session_id), undefined, { as }), member)
    },
    'POST /api/admin/members/{id}/confirmation/': async () => ({
      ...(await doing((id, as) => post(api.memberConfirmation(id), undefined, { as }), await createPerson())),
      409: await post(api.memberConfirmation((await createPerson({ email_confirmed_at: new Date() })).id), undefined, {
        as: await admin(),
      }),
    }),
  }
}
