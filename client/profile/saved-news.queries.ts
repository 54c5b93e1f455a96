import { infiniteQueryOptions } from '@tanstack/react-query'
import { SavedPostPage } from '#shared/blog.ts'
import { blogPaths } from '#shared/blog-paths.ts'
import { getFrom } from '../app/api.ts'

export const savedPostsQuery = infiniteQueryOptions({
  queryKey: ['saved', 'posts'],
  queryFn: ({ client, signal, pageParam }) => getFrom(client, pageParam, import.meta.env.DEV && SavedPostPage, signal),
  initialPageParam: blogPaths.api.saved(),
  getNextPageParam: (page: SavedPostPage) => page.next,
})
