import * as z from 'zod/mini'
import { Locale } from '../locale.ts'
import { pageOf, PageQuery } from '../page.ts'
import { Author, ThreadListQuery } from './schema.ts'

export const CommentSearchQuery = z.merge(
  PageQuery,
  z.pick(ThreadListQuery, { section: true, q: true, author: true, languages: true }),
)
export type CommentSearchQuery = z.infer<typeof CommentSearchQuery>

export const FoundComment = z.object({
  id: z.int(),
  thread: z.object({ meta_slug: z.string(), title: z.string(), language: Locale }),
  author: Author,
  created_at: z.iso.datetime(),
  excerpt: z.string(),
})
export type FoundComment = z.infer<typeof FoundComment>
export const FoundCommentPage = pageOf(FoundComment)
export type FoundCommentPage = z.infer<typeof FoundCommentPage>
