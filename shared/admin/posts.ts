import * as z from 'zod/mini'
import { PostStatus } from '../blog/schema.ts'
import { fieldError, isLine, lineUpTo, maxId, wholeNumber } from '../fields.ts'
import { PlainText } from '../library/schema.ts'
import { locales } from '../locale.ts'
import { Picture, PictureHash } from '../blog/media.ts'
import { UtcTimestamp } from '../utc-timestamp.ts'
import { PageQuery, pageOf } from '../page.ts'
import { Slug } from '../slugs.ts'

export const maxPostBody = 50_000
export const maxPostTitle = 150
export const maxPostExcerpt = 300
export const maxCoverAlt = 300
export const maxPostTags = 10

const isText = (text: string) => text.isWellFormed() && !text.includes('\0')
const lineOrBlank = (max: number) => {
  const error = fieldError('schema.short_line', { max })
  return z.string(error).check(
    z.trim(),
    z.maxLength(max, error),
    z.refine((text) => text === '' || isLine(text), error),
  )
}

const PostText = z.object({
  title: lineOrBlank(maxPostTitle),
  excerpt: lineOrBlank(maxPostExcerpt),
  cover_alt: lineOrBlank(maxCoverAlt),
  body: z.string().check(z.maxLength(maxPostBody), z.refine(isText, fieldError('schema.well_formed'))),
})
export type PostText = z.infer<typeof PostText>
export const blankText: PostText = { title: '', excerpt: '', cover_alt: '', body: '' }
export const isBlankText = (text: PostText) => Object.values(text).every((part) => part.trim() === '')

export const PostState = z.object({
  slug: Slug,
  status: PostStatus,
  published_at: z.nullable(UtcTimestamp), // publication date; null publishes the post now
  is_featured: z.boolean(),
  author_name: lineUpTo(100),
  tag_ids: z.array(wholeNumber(1, maxId)).check(z.maxLength(maxPostTags)),
  cover_hash: z.nullable(PictureHash),
  texts: z.object({ en: PostText, es: PostText }),
})
export type PostState = z.infer<typeof PostState>

const StoredText = z.object({ title: z.string(), excerpt: z.string(), cover_alt: z.string(), body: z.string() })
export const AdminPost = z.object({
  id: z.int(),
  slug: z.string(),
  status: PostStatus,
  published_at: z.nullable(z.iso.datetime()),
  is_featured: z.boolean(),
  author_name: z.string(),
  tag_ids: z.array(z.int()),
  cover: z.nullable(Picture),
  texts: z.object({ en: StoredText, es: StoredText }),
})
export type AdminPost = z.infer<typeof AdminPost>

const missingOf = (text: PostText, hasCover: boolean) =>
  [...(['title', 'excerpt', 'body'] as const), ...(hasCover ? (['cover_alt'] as const) : [])].filter(
    (name) => text[name].trim() === '',
  )

/** Returns the names of missing fields that a published post needs. */
export function missingFields({ texts: written, cover_hash }: Pick<PostState, 'texts' | 'cover_hash'>): string[] {
  const begun = locales.filter((locale) => !isBlankText(written[locale]))
  if (begun.length === 0) return ['texts']
  return begun.flatMap((locale) =>
    missingOf(written[locale], cover_hash !== null).map((name) => `texts.${locale}.${name}`),
  )
}

export const postLanguages = ['en', 'es', 'without_en', 'without_es'] as const
export const AdminPostQuery = z.extend(PageQuery, {
  q: z._default(PlainText.check(z.maxLength(200)), ''),
  status: z.optional(PostStatus),
  language: z.optional(z.enum(postLanguages)),
})
export type AdminPostQuery = z.infer<typeof AdminPostQuery>

const Title = z.nullable(z.string())
export const AdminPostRow = z.object({
  id: z.int(),
  slug: z.string(),
  status: PostStatus,
  published_at: z.nullable(z.iso.datetime()),
  updated_at: z.iso.datetime(),
  is_featured: z.boolean(),
  author_name: z.string(),
  cover_url: z.nullable(z.string()),
  titles: z.object({ en: Title, es: Title }),
})
export type AdminPostRow = z.infer<typeof AdminPostRow>
export const AdminPostPage = pageOf(AdminPostRow)
export type AdminPostPage = z.infer<typeof AdminPostPage>

export const PostSource = z.object({ text: z.string().check(z.maxLength(maxPostBody)) })

export const PostTagState = z.object({ names: z.object({ en: lineUpTo(60), es: lineUpTo(60) }) })
export type PostTagState = z.infer<typeof PostTagState>
export const AdminPostTag = z.object({
  id: z.int(),
  slug: z.string(),
  names: z.object({ en: z.string(), es: z.string() }),
})
export type AdminPostTag = z.infer<typeof AdminPostTag>
export const AdminPostTagRow = z.extend(AdminPostTag, { post_count: z.int() })
export type AdminPostTagRow = z.infer<typeof AdminPostTagRow>
