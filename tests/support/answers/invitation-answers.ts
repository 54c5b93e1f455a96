import { invitationPaths } from '#shared/users/invitation-paths.ts'
import { get, post, remove } from '../app.ts'
import type { TestResponse } from '../app.ts'
import { newAddress, sendInvitation } from '../invitations.ts'
import { createPerson, password } from '../people.ts'
import type { Person } from '../people.ts'

type Cases = Record<string, TestResponse>
const { api } = invitationPaths
const none = 2_000_000_000
const admin = () => createPerson({ role: 'admin' })
const editor = () => createPerson({ role: 'editor' })
const body = () => ({ email: newAddress(), role: 'editor', language: 'es' })
const named = (token: string) => ({ token, name: 'Ana', surname: 'Gil', password })

async function acting(
  status: 200 | 204,
  act: (id: number | string, as?: Person) => Promise<TestResponse>,
): Promise<Cases> {
  const { id, by } = await sendInvitation()
  return {
    400: await act('first', by),
    401: await act(id),
    403: await act(id, await editor()),
    404: await act(none, by),
    [status]: await act(id, by),
  }
}

export function invitationAnswers(): Record<string, () => Promise<Cases>> {
  return {
    'GET /api/admin/invitations/': async () => ({
      200: await get(api.list, { as: (await sendInvitation()).by }),
      401: await get(api.list),
      403: await get(api.list, { as: await editor() }),
    }),
    'POST /api/admin/invitations/': async () => ({
      201: await post(api.list, body(), { as: await admin() }),
      400: await post(api.list, {}, { as: await admin() }),
      401: await post(api.list, body()),
      403: await post(api.list, body(), { as: await editor() }),
    }),
    'POST /api/admin/invitations/{id}/resend/': () =>
      acting(200, (id, as) => post(api.resend(id as number), undefined, { as })),
    'DELETE /api/admin/invitations/{id}/': () =>
      acting(204, (id, as) => remove(api.item(id as number), undefined, { as })),
    'POST /api/users/invitation/': async () => ({
      200: await post(api.invitation, { token: (await sendInvitation()).token }),
      400: await post(api.invitation, { token: 'none' }),
    }),
    'POST /api/users/invitation/register/': async () => {
      const [{ token }, ofAdmin] = [await sendInvitation(), await sendInvitation()]
      await createPerson({ email: ofAdmin.email, role: 'admin' })
      return {
        200: await post(api.register, named(token)),
        400: await post(api.register, named('none')),
        409: await post(api.register, named(ofAdmin.token)),
      }
    },
    'POST /api/users/invitation/accept/': async () => {
      const { token, email } = await sendInvitation()
      const as = await createPerson({ email })
      return {
        401: await post(api.accept, { token }),
        409: await post(api.accept, { token }, { as: await createPerson() }),
        204: await post(api.accept, { token }, { as }),
        400: await post(api.accept, { token: 'none' }, { as }),
      }
    },
  }
}
