import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { CategoryListItem } from '#shared/library/schema.ts'
import { paths } from '#shared/paths.ts'
import { getJson } from '../app/api.ts'
import { useLocale, useTranslate } from '../app/i18n.tsx'
import { parseStorage, readStorage, writeStorage } from '../app/storage.ts'
import { titlesTtlMs, feedTitlesOf } from './live-feed-rules.ts'
import type { FeedTitle } from './live-feed-rules.ts'

type StoredTitles = { at: number; titles: FeedTitle[] }
const isStoredTitles = ({ at, titles }: StoredTitles) =>
  typeof at === 'number' &&
  titles.length > 0 &&
  titles.every(({ label, route }) => typeof label === 'string' && route.startsWith(paths.library))

/** Titles for the feed, stored for 12 hours per language. Without new titles it uses older ones, then the library's. */
export function useFeedTitles(): FeedTitle[] | null {
  const t = useTranslate()
  const locale = useLocale()
  const client = useQueryClient()
  const free = readStorage('library.visible_mode') === 'free'
  const key = `feed.titles:${locale}${free ? '.free' : ''}` as const
  const { data } = useQuery({
    queryKey: [key],
    staleTime: titlesTtlMs,
    queryFn: async ({ signal }) => {
      const stored = parseStorage(readStorage(key), isStoredTitles)
      if (stored && Math.abs(Date.now() - stored.at) < titlesTtlMs) return stored.titles
      try {
        const path = paths.api.categories(free ? { free: '1' } : {})
        const titles = feedTitlesOf(
          await getJson(client, path, import.meta.env.DEV && z.array(CategoryListItem), signal),
        )
        writeStorage(key, JSON.stringify({ at: Date.now(), titles }))
        return titles
      } catch {
        return (
          stored?.titles ?? [
            { label: t('common.library'), slug: 'library', type: 'category' as const, route: paths.library },
          ]
        )
      }
    },
  })
  return data ?? null
}
