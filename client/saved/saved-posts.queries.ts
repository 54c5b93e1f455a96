import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { Post, PostPage } from '#shared/blog.ts'
import { blogPaths } from '#shared/blog-paths.ts'
import { getFrom } from '../app/api.ts'

/** Whether one has saved it: the server's page is a visitor's and does not know. */
export const savedPostQuery = (slug: string) =>
  queryOptions({
    queryKey: ['saved_post', slug],
    queryFn: async ({ client, signal }) =>
      (await getFrom(client, blogPaths.api.post(slug), import.meta.env.DEV && Post, signal)).is_saved,
  })

export const savedPostsQuery = infiniteQueryOptions({
  queryKey: ['saved', 'posts'],
  queryFn: ({ client, signal, pageParam }) => getFrom(client, pageParam, import.meta.env.DEV && PostPage, signal),
  initialPageParam: blogPaths.api.saved(),
  getNextPageParam: (page: PostPage) => page.next,
})
