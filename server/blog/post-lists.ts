import { z } from 'zod'
import type { PostCard, PostListQuery, PostPage, PostTagCount } from '#shared/blog.ts'
import { blogPaths } from '#shared/blog-paths.ts'
import type { Locale } from '#shared/locale.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { cursorAt, moment, readCursor } from '../database/cursor.ts'
import { searchWords } from '../database/search-words.ts'
import { Prisma } from '../db.ts'
import { isoTimestamp, jsonRows } from '../library/sql.ts'
import { cardColumns, cover, hasTextIn, isPublic, tagName } from './post-cards.ts'

/** Of a frequent word, the latest posts that hold it are ranked. */
const maxCandidates = 1_000

type Row = PostCard & { key: string }

const withTag = (tag: string | undefined) =>
  tag === undefined
    ? Prisma.empty
    : Prisma.sql`AND post.tag_ids @> ARRAY[(SELECT id FROM post_tag WHERE slug = ${tag})]`

type Listed = { found: Prisma.Sql; key: Prisma.Sql; order: Prisma.Sql }

/** `found` are posts, at most one more than the limit. */
const readCards = ({ found, key, order }: Listed, locale: Locale) =>
  jsonRows<Row>(Prisma.sql`
    SELECT json_build_object(${cardColumns(locale)}, 'key', ${key}) AS answer
      FROM (${found}) AS post JOIN post_text ON post_text.post_id = post.id AND post_text.locale = ${locale}::locale
      LEFT JOIN ${cover('post')}
     ORDER BY ${order}`)

function latest({ tag, cursor, limit }: PostListQuery, locale: Locale): Listed {
  const place = readCursor(cursor, 'posts', moment)
  const after = place
    ? Prisma.sql`AND (post.published_at, post.id) < (${place.key}::timestamptz, ${place.id})`
    : Prisma.empty
  const found = Prisma.sql`
    SELECT * FROM post WHERE ${isPublic()} AND ${hasTextIn(Prisma.sql`${locale}::locale`)} ${withTag(tag)} ${after}
     ORDER BY published_at DESC, id DESC LIMIT ${limit + 1}`
  return { found, key: isoTimestamp('post.published_at'), order: Prisma.sql`post.published_at DESC, post.id DESC` }
}

/** Whether the title holds what was looked for, and the date. */
const SearchKey = z.string().refine((key) => /^[01] /.test(key) && moment.safeParse(key.slice(2)).success)

/** In the words of a search engine, what is in titles first, each by date. */
function matching({ q, tag, cursor, limit }: PostListQuery, locale: Locale): Listed {
  const place = readCursor(cursor, 'post_search', SearchKey)
  const after = place
    ? Prisma.sql`WHERE (in_title, published_at, id) < (${Number(place.key[0])}, ${place.key.slice(2)}::timestamptz, ${place.id})`
    : Prisma.empty
  const config = Prisma.sql`search_config(${locale}::locale)`
  const query = Prisma.sql`websearch_to_tsquery(${config}, ${searchWords(q)})`
  const found = Prisma.sql`
    WITH holding AS MATERIALIZED (
      SELECT post_id, title FROM post_text
       WHERE locale = ${locale}::locale AND post_document(locale, title, excerpt, body) @@ ${query}
    ), candidate AS (
      SELECT post.*, holding.title AS matched FROM holding JOIN post ON post.id = post_id
       WHERE ${isPublic()} ${withTag(tag)} ORDER BY published_at DESC, id DESC LIMIT ${maxCandidates}
    ), ranked AS (
      SELECT candidate.*, (to_tsvector(${config}, matched) @@ ${query})::int AS in_title FROM candidate
    )
    SELECT * FROM ranked ${after} ORDER BY in_title DESC, published_at DESC, id DESC LIMIT ${limit + 1}`
  return {
    found,
    key: Prisma.sql`post.in_title || ' ' || (${isoTimestamp('post.published_at')} #>> '{}')`,
    order: Prisma.sql`post.in_title DESC, post.published_at DESC, post.id DESC`,
  }
}

/** Those that have a text in the language. */
export async function listPosts(query: PostListQuery, locale: Locale): Promise<Tagged<PostPage>> {
  const { tag, limit } = query
  const q = query.q.trim()
  const rows = await readCards(q ? matching({ ...query, q }, locale) : latest(query, locale), locale)
  const results = rows.slice(0, limit)
  const last = rows.length > limit ? results.at(-1) : undefined
  const next = last
    ? blogPaths.api.posts({
        tag,
        q,
        ...(limit !== 20 && { limit }),
        cursor: cursorAt(q ? 'post_search' : 'posts', last.key, last.id),
      })
    : null
  return { value: { results, next }, cacheTags: [cacheTags.posts] }
}

/** The most used first. */
export async function listPostTags(locale: Locale): Promise<Tagged<PostTagCount[]>> {
  const value = await jsonRows<PostTagCount>(Prisma.sql`
    SELECT json_build_object('slug', slug, 'name', name, 'count', count) AS answer
      FROM (SELECT post_tag.slug, coalesce(${tagName('post_tag.id', locale)}, post_tag.slug) AS name, counted.count
              FROM (SELECT tag_id, count(DISTINCT post.id)::int AS count FROM post, unnest(post.tag_ids) AS tag_id
                     WHERE ${isPublic()} AND ${hasTextIn(Prisma.sql`${locale}::locale`)} GROUP BY tag_id) AS counted
              JOIN post_tag ON post_tag.id = counted.tag_id) AS tag
     ORDER BY count DESC, name, slug`)
  return { value, cacheTags: [cacheTags.posts] }
}
