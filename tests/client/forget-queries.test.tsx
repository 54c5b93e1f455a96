import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../client/start/app.tsx'
import { addPageQueries, resetQueries } from '../../client/app/reset-queries.ts'

test('resetQueries keeps the data of the page until it is loaded again', async () => {
  const client = createQueryClient()
  const prompt = { queryKey: ['prompt'], queryFn: () => ({ is_open: true }) }
  addPageQueries(client, [{ key: ['prompt'], data: { is_open: false } }])
  await client.fetchQuery({ queryKey: ['other'], queryFn: () => ({ is_open: false }) })
  // A render in progress observes the query without being subscribed yet.
  const rendered = new QueryObserver(client, prompt)
  resetQueries(client)
  expect(client.getQueryData(['other'])).toBeUndefined()
  expect(client.getQueryData(['prompt'])).toEqual({ is_open: false })

  const stop = rendered.subscribe(() => {})
  await expect.poll(() => client.getQueryData(['prompt'])).toEqual({ is_open: true })
  stop()
  resetQueries(client)
  expect(client.getQueryData(['prompt'])).toBeUndefined()
})
