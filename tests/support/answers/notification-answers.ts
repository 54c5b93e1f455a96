import { notificationPaths } from '#shared/forum/notification-paths.ts'
import { unsubscribeToken } from '../../../server/notifications/unsubscribe.ts'
import { get, patch, post, secretOfTests } from '../app.ts'
import type { TestResponse } from '../app.ts'
import { createPerson } from '../people.ts'

type Cases = Record<string, TestResponse>
const { api } = notificationPaths

const memberCases = async (ask: (as?: { token: string }) => Promise<TestResponse>): Promise<Cases> => ({
  200: await ask(await createPerson()),
  401: await ask(),
})

export function notificationAnswers(): Record<string, () => Promise<Cases>> {
  return {
    'GET /api/notifications/': async () => ({
      ...(await memberCases((as) => get(api.notifications(), { as }))),
      400: await get(api.notifications({ cursor: 'x' }), { as: await createPerson() }),
    }),
    'GET /api/notifications/count/': () => memberCases((as) => get(api.count, { as })),
    'POST /api/notifications/read/': async () => ({
      ...(await memberCases((as) => post(api.read, { up_to: 1 }, { as }))),
      400: await post(api.read, { up_to: 0 }, { as: await createPerson() }),
    }),
    'GET /api/notifications/settings/': () => memberCases((as) => get(api.settings, { as })),
    'PATCH /api/notifications/settings/': async () => ({
      ...(await memberCases((as) => patch(api.settings, { activity_mail: 'none' }, { as }))),
      400: await patch(api.settings, { activity_mail: 'hourly' }, { as: await createPerson() }),
    }),
    'GET /api/notifications/unsubscribe/': async () => ({
      303: await get(api.unsubscribe('any')),
      400: await get(api.unsubscribe('x'.repeat(501))),
    }),
    'POST /api/notifications/unsubscribe/': async () => ({
      200: await post(api.unsubscribe(unsubscribeToken((await createPerson()).id, 'all', secretOfTests))),
      400: await post(api.unsubscribe('any')),
    }),
  }
}
