import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { RenderedMarkdown } from '#shared/forum/schema.ts'
import { send } from '../app/api.ts'

export const markdownPreviewQuery = (text: string) =>
  queryOptions({
    queryKey: ['admin', 'preview', text],
    queryFn: ({ client, signal }) =>
      send(client, 'POST', adminNewsPaths.api.preview, {
        body: { text },
        schema: import.meta.env.DEV && RenderedMarkdown,
        isBackground: true,
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
    retry: false,
  })
