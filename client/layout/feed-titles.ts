import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { Category } from '#shared/library.ts'
import { paths } from '#shared/paths.ts'
import { getFrom } from '../api.ts'
import { useLocale, useSay } from '../i18n.tsx'
import { titlesLast, titlesOf } from './live-feed-rules.ts'
import type { FeedTitle } from './live-feed-rules.ts'

const Kept = z.object({
  at: z.number(),
  titles: z.array(
    z.object({ label: z.string(), slug: z.string(), type: z.enum(['category', 'use_case']), route: z.string() }),
  ),
})

function findKept(key: string) {
  try {
    return Kept.parse(JSON.parse(localStorage.getItem(key) ?? ''))
  } catch {
    return null
  }
}

/** What the feed talks about, kept for 12 hours per language; when it cannot be fetched, what was kept or the library itself. */
export function useFeedTitles(): FeedTitle[] | null {
  const say = useSay()
  const locale = useLocale()
  const client = useQueryClient()
  const free = localStorage.getItem('library.visible_mode') === 'free'
  const key = `feed.titles.${locale}${free ? '.free' : ''}`
  const { data } = useQuery({
    queryKey: [key],
    staleTime: titlesLast,
    queryFn: async ({ signal }) => {
      const kept = findKept(key)
      if (kept && Date.now() - kept.at < titlesLast) return kept.titles
      try {
        const path = paths.api.categories(free ? { free: '1' } : {})
        const titles = titlesOf(await getFrom(client, path, z.array(Category), signal))
        localStorage.setItem(key, JSON.stringify({ at: Date.now(), titles }))
        return titles
      } catch {
        return (
          kept?.titles ?? [
            { label: say('library.title'), slug: 'library', type: 'category' as const, route: paths.library },
          ]
        )
      }
    },
  })
  return data ?? null
}
