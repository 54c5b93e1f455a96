import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../client/app/app.tsx'
import { forgetQueries } from '../../client/app/forget-queries.ts'

test('what came with the page stays until a part of it has used it, and is asked for anew then', async () => {
  const client = createQueryClient()
  const prompt = { queryKey: ['prompt'], queryFn: () => 'open' }
  client.setQueryData(['prompt'], 'locked')
  await client.fetchQuery({ queryKey: ['other'], queryFn: () => 'locked' })
  forgetQueries(client)
  expect(client.getQueryData(['other'])).toBeUndefined()
  expect(client.getQueryData(['prompt'])).toBe('locked')

  const stop = new QueryObserver(client, prompt).subscribe(() => {})
  await expect.poll(() => client.getQueryData(['prompt'])).toBe('open')
  stop()
  forgetQueries(client)
  expect(client.getQueryData(['prompt'])).toBeUndefined()
})
