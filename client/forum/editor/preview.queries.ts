import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { forumPaths } from '#shared/forum/paths.ts'
import { RenderedMarkdown } from '#shared/forum/schema.ts'
import { send } from '../../app/api.ts'

/** Preview rendered by the server, so that it equals the published text. */
export const textPreviewQuery = (text: string) =>
  queryOptions({
    queryKey: ['forum', 'preview', text],
    queryFn: ({ client, signal }) =>
      send(client, 'POST', forumPaths.api.preview, {
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
