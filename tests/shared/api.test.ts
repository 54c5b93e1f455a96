import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldProblemOf, tierRequired } from '#shared/problem.ts'
import { ApiProblem, connectApi, getJson, isSuccess, lockableQuery, send } from '../../client/app/api.ts'

const { signal } = new AbortController()
const Item = z.object({ slug: z.string() })

/** Query client whose requests get this response. */
function answered(status: number, body: unknown) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  connectApi(client, async () => ({ status, body }))
  return client
}

describe('a response of the API', () => {
  test('is decoded with its schema if there is one', async () => {
    const client = answered(200, { slug: 'a', more: 1 })
    expect(await getJson(client, '/', Item, signal)).toEqual({ slug: 'a' })
    await expect(getJson(answered(200, { slug: 1 }), '/', Item, signal)).rejects.toThrow(z.core.$ZodError)
  })

  test.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
  ])('with the status %d counts as a success: %s', (status, is) => expect(isSuccess(status)).toBe(is))

  test('is not decoded in a production build of the client, but must be JSON', async () => {
    const client = answered(200, { slug: 'a', more: 1 })
    expect(await getJson<{ slug: string }>(client, '/', false, signal)).toEqual({ slug: 'a', more: 1 })
    await expect(getJson(answered(200, null), '/', false, signal)).rejects.toThrow('no JSON')
    expect(await send(answered(204, null), 'DELETE', '/')).toBe(null)
  })

  test.each([
    [{ detail: 'Not now.' }, 'Not now.'],
    [{ detail: 7 }, 'status 409'],
    ['<html>', 'status 409'],
    [null, 'status 409'],
  ])('with the error body %j leads to the message %s', async (body, message) => {
    const refusal = await send(answered(409, body), 'POST', '/').catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ApiProblem)
    expect((refusal as ApiProblem).message).toBe(message)
  })

  test.each([tierRequired(Item), false as const])(
    'with the code tier_required is returned as a locked item, not thrown as an error',
    async (schema) => {
      const locked = { detail: 'Locked.', code: 'tier_required', required_tier: 1, preview: { slug: 'a' } }
      const query = lockableQuery('/', Item, schema)
      const opened = { locked: true, item: { slug: 'a' }, required_tier: 1 }
      expect(await answered(403, locked).fetchQuery(query)).toEqual(opened)
      for (const body of [null, { detail: 'No.' }, { detail: 'No.', code: 'not_yours' }])
        await expect(answered(403, body).fetchQuery(query)).rejects.toThrow(ApiProblem)
      await expect(answered(404, locked).fetchQuery(query)).rejects.toThrow(ApiProblem)
    },
  )

  test.each([
    [{ name: ['Taken.'] }, { name: ['Taken.'] }],
    [{ detail: 'Bad request.' }, {}],
    [null, {}],
    ['<html>', {}],
  ])('with the error body %j has the field messages %j', (body, fields) => {
    expect(fieldProblemOf(body)).toEqual(fields)
  })
})
