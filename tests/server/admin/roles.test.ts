import { describe, expect, test } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { can, roles } from '#shared/users/rights.ts'
import type { Right } from '#shared/users/rights.ts'
import { db } from '../../../server/database/db.ts'
import { app, get, openApp } from '../../support/app.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

type Operation = { description?: string; security?: object[]; responses: object; 'x-right'?: Right }
const { body } = await get('/api/openapi.json')
const operations = Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)
const people = [
  { role: null, token: undefined },
  ...(await Promise.all(roles.map(async (role) => ({ role, token: (await createPerson({ role })).token })))),
]

/** Sends an invalid body: rights are checked before the body is parsed. */
async function ask(method: string, path: string, token: string | undefined) {
  const response = await app.inject({
    method: method as 'GET',
    url: path.replaceAll(/\{\w+\}/g, '1'),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
    },
    ...(method !== 'GET' && { payload: '{"no":' }),
  })
  const { statusCode, headers } = response
  const isForbidden = statusCode === 403 && response.json<{ code?: string }>().code === 'forbidden'
  return { statusCode, isForbidden, cacheControl: headers['cache-control'] }
}

const isForMembers = ({ security = [] }: Operation) => security.length > 0 && !JSON.stringify(security).includes('{}')

/** The expected outcome for a role, from the route's declared right or its need for a sign-in. */
function expectedOf(operation: Operation, role: (typeof roles)[number] | null) {
  if (role === null) return isForMembers(operation) ? 'sign in' : 'allowed'
  const right = operation['x-right']
  return right === undefined || can({ role }, right) ? 'allowed' : 'forbidden'
}

describe('the right that a route needs', () => {
  test('is declared by every admin route, and by no other API route', () => {
    const needing = operations.filter(({ operation }) => operation['x-right'])
    expect(needing.length).toBeGreaterThan(100)
    for (const { path, operation } of operations)
      expect([path, operation['x-right'] !== undefined]).toEqual([
        path,
        path.startsWith('/api/admin/') || path === '/api/blog/posts/{slug}/preview/',
      ])
  })

  test('is described in one of four sentences', () => {
    const words = operations.flatMap(({ operation: { description } }) => (description ? [description] : []))
    const each = ['For admins.', 'For analysts and admins.', 'For editors and admins.', 'For moderators and admins.']
    expect(new Set(words)).toEqual(new Set(each))
  })

  test.each(operations)(
    '$method $path allows exactly the roles that it declares',
    async ({ method, path, operation }) => {
      const answers = []
      const stored = []
      for (const { role, token } of people) {
        const { statusCode, isForbidden, cacheControl } = await ask(method, path, token)
        answers.push([role, statusCode === 401 ? 'sign in' : isForbidden ? 'forbidden' : 'allowed'])
        stored.push(cacheControl)
      }
      expect(answers).toEqual(people.map(({ role }) => [role, expectedOf(operation, role)]))
      const needsRight = operation['x-right'] !== undefined
      // Responses that need a right are never cached.
      expect(needsRight ? new Set(stored) : new Set(['no-store'])).toEqual(new Set(['no-store']))
      const refusals = needsRight ? ['401', '403'] : []
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(refusals))
    },
  )
})

const statusOf = async (path: string, as: { token: string }) => (await get(path, { as })).status

describe('a changed role', () => {
  test('takes effect at once in an open session, in both directions', async () => {
    const person = await createPerson({ role: 'analyst' })
    const give = (role: (typeof roles)[number]) => db.user.update({ where: { id: person.id }, data: { role } })
    expect(await statusOf(adminPaths.api.overview(), person)).toBe(200)
    await give('moderator')
    expect(await statusOf(adminPaths.api.overview(), person)).toBe(403)
    expect(await statusOf(moderationPaths.api.review(), person)).toBe(200)
    await give('user')
    expect(await statusOf(moderationPaths.api.review(), person)).toBe(403)
    expect(await statusOf(adminPaths.api.members(), person)).toBe(403)
    await give('admin')
    expect(await statusOf(adminPaths.api.members(), person)).toBe(200)
  })

  test('is read from the database: tokens contain no role', async () => {
    const { token } = await createPerson({ role: 'admin' })
    const claims: object = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(Object.keys(claims).toSorted()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub', 'typ'])
  })
})
