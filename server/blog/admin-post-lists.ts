import type { AdminPostPage, AdminPostQuery, AdminPostRow } from '#shared/admin/posts.ts'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { forwardPage, keyset } from '../sql/cursor.ts'
import { containsPattern, searchLinePatterns } from '../sql/like-patterns.ts'
import { Prisma } from '../database/db.ts'
import { isoTimestamp, jsonRows } from '../sql/json-rows.ts'

const title = (locale: string) =>
  Prisma.sql`(SELECT title FROM post_text WHERE post_id = post.id AND locale = ${locale}::locale)`

function writtenIn(language: AdminPostQuery['language']): Prisma.Sql {
  if (!language) return Prisma.sql`true`
  const locale = language.replace('without_', '')
  const isWritten = Prisma.sql`EXISTS (SELECT FROM post_text WHERE post_id = post.id AND locale = ${locale}::locale)`
  return language === locale ? isWritten : Prisma.sql`NOT ${isWritten}`
}

const holding = (q: string) => {
  if (q === '') return Prisma.sql`true`
  const pattern = containsPattern(q)
  return Prisma.sql`(post.slug ILIKE ${pattern}
    OR EXISTS (SELECT FROM post_text WHERE post_id = post.id AND (
         unaccent(title) ILIKE unaccent(${pattern}) OR search_line(title) LIKE ANY (${searchLinePatterns(q)}))))`
}

export function listAdminPosts({ limit, cursor, ...filters }: AdminPostQuery): Promise<AdminPostPage> {
  const { status, language } = filters
  const q = filters.q.trim()
  const ofStatus = status ? Prisma.sql`post.status = ${status}::post_status` : Prisma.sql`true`
  return forwardPage({
    keyset: keyset('admin_posts', 'timestamptz', ['post.updated_at', 'post.id']),
    query: { limit, cursor },
    keyOf: ({ updated_at, id }: AdminPostRow) => ({ key: updated_at, id }),
    pathOf: (next) => adminNewsPaths.api.posts({ q: q || undefined, status, language, ...next }),
    read: ({ after, by, most }) =>
      jsonRows<AdminPostRow>(Prisma.sql`
    SELECT json_build_object(
             'id', post.id, 'slug', post.slug, 'status', post.status, 'published_at', ${isoTimestamp('post.published_at')},
             'updated_at', ${isoTimestamp('post.updated_at')}, 'is_featured', post.is_featured,
             'author_name', post.author_name, 'cover_url', '/media/' || media.hash || '.' || media.extension,
             'titles', json_build_object('en', ${title('en')}, 'es', ${title('es')})) AS answer
      FROM (SELECT * FROM post WHERE ${after} AND ${ofStatus} AND ${writtenIn(language)} AND ${holding(q)}
             ORDER BY ${by} LIMIT ${most}) AS post
      LEFT JOIN media ON media.hash = post.cover_hash ORDER BY ${by}`),
  })
}
