import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { Post, PostPage, PostPreview, PostTagCount } from '#shared/blog/schema.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import { apiQuery, getJson, pagesQuery } from '../app/api.ts'

export type PostFilters = Partial<Record<'tag' | 'q' | 'cursor', string>>

export const postsQuery = (filters: PostFilters) =>
  infiniteQueryOptions({
    ...pagesQuery(blogPaths.api.posts(filters), import.meta.env.DEV && PostPage, [blogPaths.api.posts(), filters]),
    gcTime: Number.POSITIVE_INFINITY,
  })
export const postTagsQuery = apiQuery(blogPaths.api.tags, import.meta.env.DEV && z.array(PostTagCount))
export const postQuery = (slug: string) => apiQuery(blogPaths.api.post(slug), import.meta.env.DEV && Post)
export const isPostSavedQuery = (slug: string) =>
  queryOptions({
    queryKey: ['saved_post', slug],
    queryFn: async ({ client, signal }) =>
      (await getJson(client, blogPaths.api.post(slug), import.meta.env.DEV && Post, signal)).is_saved,
  })
export const postPreviewQuery = (slug: string) =>
  apiQuery(blogPaths.api.preview(slug), import.meta.env.DEV && PostPreview)
