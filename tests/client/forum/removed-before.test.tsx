import { describe, expect, test } from 'vitest'
import { ApiProblem, send } from '../../../client/app/api.ts'
import { createClient, refused } from '../../support/browser/page.tsx'

describe('a DELETE that returns 404', () => {
  const { client } = createClient({
    'DELETE /api/things/1/': refused(404),
    'DELETE /api/things/2/': refused(403),
    'POST /api/things/1/': refused(404),
  })

  test('counts as a success, since an earlier request may have deleted the object', async () => {
    await expect(send(client, 'DELETE', '/api/things/1/')).resolves.toBeDefined()
    for (const [method, path] of [
      ['DELETE', '/api/things/2/'],
      ['POST', '/api/things/1/'],
    ] as const)
      await expect(send(client, method, path)).rejects.toThrow(ApiProblem)
  })
})
