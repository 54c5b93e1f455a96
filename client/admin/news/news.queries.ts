import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { AdminPostPage, AdminPostTagRow } from '#shared/admin/posts.ts'
import * as z from 'zod/mini'
import { apiQuery } from '../../app/api.ts'
import { pagedQuery } from '../paged-query.ts'

type PostFilters = { q?: string | undefined; status?: string | undefined; language?: string | undefined }
/** Prefix of the query keys of all post lists. */
export const postsKey = ['admin', 'posts'] as const

export const adminPostsQuery = (filters: PostFilters) => ({
  ...pagedQuery([...postsKey, filters], adminNewsPaths.api.posts(filters), import.meta.env.DEV && AdminPostPage),
  placeholderData: keepPreviousData,
  staleTime: 0,
})

/** Tags with post counts, fetched again on mount because each save of a post changes the counts. */
export const adminPostTagsQuery = queryOptions({
  ...apiQuery(adminNewsPaths.api.tags, import.meta.env.DEV && z.array(AdminPostTagRow)),
  staleTime: 0,
})
