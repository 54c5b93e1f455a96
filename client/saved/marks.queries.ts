import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { Marks, maxMarks } from '#shared/marks.ts'
import type { Mark } from '#shared/marks.ts'
import { paths } from '#shared/paths.ts'
import { send } from '../app/api.ts'

type Batch = { slugs: string[]; answer: Promise<Map<string, Mark>> }
let next: Batch | null = null

function startBatch(client: QueryClient): Batch {
  const slugs: string[] = []
  const ask = async () => {
    // All that is rendered together asks within the same turn.
    await new Promise((resolve) => void setTimeout(resolve))
    if (next?.slugs === slugs) next = null
    const { results } = await send(client, 'GET', paths.api.marks(slugs), { schema: import.meta.env.DEV && Marks })
    return new Map(results.map((mark) => [mark.slug, mark]))
  }
  return { slugs, answer: ask() }
}

/** Of a whole page the marks are fetched in one request. */
async function fetchMark(client: QueryClient, slug: string): Promise<Mark> {
  if (!next || next.slugs.length === maxMarks) next = startBatch(client)
  next.slugs.push(slug)
  return (await next.answer).get(slug) ?? { slug, is_saved: false, user_rating: null }
}

export const markQuery = (slug: string) =>
  queryOptions({ queryKey: ['mark', slug], queryFn: ({ client }) => fetchMark(client, slug) })
