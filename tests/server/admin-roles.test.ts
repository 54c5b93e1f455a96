import { describe, expect, test } from 'vitest'
import { app, get } from '../support/app.ts'
import { createPerson } from '../support/people.ts'

type Operation = { description?: string; responses: object }
const { body } = await get('/api/openapi.json')
const operations = Object.entries(body.paths as Record<string, Record<string, Operation>>)
  .filter(([path]) => path.startsWith('/api/admin/'))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
const descriptions = { admins: 'For admins.', moderators: 'For moderators and admins.' }
const [member, moderator] = [await createPerson(), await createPerson({ role: 'moderator' })]

/** With a body that fits no schema: who may not call it learns that before anything of it is read. */
async function statusOf(method: string, path: string, as?: { token: string }): Promise<number> {
  const response = await app.inject({
    method: method as 'GET',
    url: path.replaceAll(/\{\w+\}/g, '1'),
    headers: {
      ...(as && { authorization: `Bearer ${as.token}` }),
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
    },
    ...(method !== 'GET' && { payload: '{"no":' }),
  })
  return response.statusCode
}

describe('the routes of the admin area', () => {
  test('are many, and each says whom it is for', () => {
    expect(operations.length).toBeGreaterThan(6)
    for (const { path, operation } of operations)
      expect([path, Object.values(descriptions)]).toEqual([path, expect.arrayContaining([operation.description])])
  })

  test.each(operations)('$method $path is refused to whom it is not for', async ({ method, path, operation }) => {
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['401', '403']))
    expect(await statusOf(method, path)).toBe(401)
    expect(await statusOf(method, path, member)).toBe(403)
    const isRefused = (await statusOf(method, path, moderator)) === 403
    expect(isRefused).toBe(operation.description === descriptions.admins)
  })
})
