import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { FoundPromptPage } from '#shared/library/schema.ts'
import { paths } from '#shared/paths.ts'
import { getJson } from '../app/api.ts'

export const promptSearchQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: [paths.api.promptSearch({ q })],
    queryFn: ({ client, signal, pageParam }) =>
      getJson(client, pageParam, import.meta.env.DEV && FoundPromptPage, signal),
    initialPageParam: paths.api.promptSearch({ q }),
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })
