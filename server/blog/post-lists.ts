import { z } from 'zod'
import type { PostCard, PostListQuery, PostPage, PostTagCount } from '#shared/blog/schema.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import type { Locale } from '#shared/locale.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { collations } from '../sql/collations.ts'
import { bidirectionalPage, keyset, readCursorPosition, scanOf, timestamp } from '../sql/cursor.ts'
import type { CursorPosition, Keyset } from '../sql/cursor.ts'
import { prefixSearchQuery, searchQuery } from '../database/search-query.ts'
import { Prisma } from '../database/db.ts'
import { isoTimestamp, jsonRows } from '../sql/json-rows.ts'
import { postCardColumns, coverJoin, hasTextIn, isPublicPost, tagName } from './post-cards.ts'

const maxCandidates = 1_000 // maximum of ranked posts: only the latest with a frequent word are ranked

type Row = PostCard & { key: string }

const withTag = (tag: string | undefined) =>
  tag === undefined
    ? Prisma.empty
    : Prisma.sql`AND post.tag_ids @> ARRAY[(SELECT id FROM post_tag WHERE slug = ${tag})]`

type List = {
  sources: Prisma.Sql // common table expressions for `posts`
  posts: Prisma.Sql // table `post` with a condition
  keyset: Keyset
  key: Prisma.Sql
}
type Listed = { goes_back: boolean; rows: Row[] } // goes_back: there are posts on the other side of the cursor
type Scanned = { position: CursorPosition | null; most: number }

async function readListed({ sources, posts, keyset: of, key }: List, { position, most }: Scanned, locale: Locale) {
  const { within, by, goesBack } = scanOf(of, position)
  const [listed] = await jsonRows<Listed>(Prisma.sql`
    ${sources}
    SELECT json_build_object(
             'goes_back', ${goesBack(posts)},
             'rows', (
               SELECT coalesce(json_agg(json_build_object(${postCardColumns(locale)}, 'key', ${key}) ORDER BY ${by}), '[]')
                 FROM (SELECT post.* FROM ${posts} AND ${within} ORDER BY ${by} LIMIT ${most}) AS post
                 JOIN post_text ON post_text.post_id = post.id AND post_text.locale = ${locale}::locale
                 LEFT JOIN ${coverJoin('post')})) AS answer`)
  return listed ?? { goes_back: false, rows: [] }
}

const latest = ({ tag }: PostListQuery, locale: Locale): List => ({
  sources: Prisma.empty,
  posts: Prisma.sql`post WHERE ${isPublicPost()} AND ${hasTextIn(Prisma.sql`${locale}::locale`)} ${withTag(tag)}`,
  keyset: keyset('posts', 'timestamptz', ['post.published_at', 'post.id']),
  key: isoTimestamp('post.published_at'),
})

/** Cursor key of a search: match level from 0 to 3, and the date of publication. */
const SearchKey = z.string().refine((key) => /^[0-3] /.test(key) && timestamp.safeParse(key.slice(2)).success)
const searchKeyset: Keyset = {
  order: 'post_search',
  key: SearchKey,
  columns: ['match', 'published_at', 'id'].map((column) => Prisma.raw(`post.${column}`)),
  valuesOf: ({ key, id }) => {
    const [match, ...at] = String(key).split(' ')
    return [Prisma.sql`${Number(match)}::int`, Prisma.sql`${at[0]}::timestamptz`, Prisma.sql`${id}::int`]
  },
  direction: 'DESC',
}

const enoughExact = 50 // with this many exact matches, prefixes are not searched

/** List of search results. Exact words come before prefixes, titles before texts, and newer before older. */
function matching({ q, tag }: PostListQuery, locale: Locale): List {
  const config = Prisma.sql`search_config(${locale}::locale)`
  const exact = Prisma.sql`to_tsquery(${config}, ${searchQuery(q).query})`
  const begun = Prisma.sql`to_tsquery(${config}, ${prefixSearchQuery(q, locale)?.query ?? ''})`
  const holding = (query: Prisma.Sql) => Prisma.sql`
    SELECT post_id, title FROM post_text WHERE locale = ${locale}::locale AND post_document(locale, title, excerpt, body) @@ ${query}`
  const candidates = (query: Prisma.Sql, above: number) => Prisma.sql`
    SELECT post.*, ${above}::int + (to_tsvector(${config}, search_words(found.title)) @@ ${query})::int AS match
      FROM (SELECT post.id, holding.title FROM (${holding(query)}) AS holding JOIN post ON post.id = post_id
             WHERE ${isPublicPost()} ${withTag(tag)} ORDER BY published_at DESC, id DESC LIMIT ${maxCandidates}) AS found JOIN post USING (id)`
  return {
    sources: Prisma.sql`
      WITH exact AS MATERIALIZED (${candidates(exact, 2)}), begun AS MATERIALIZED (
        ${candidates(begun, 0)} WHERE (SELECT count(*) FROM exact) < ${enoughExact}
      ), ranked AS (
        SELECT * FROM exact UNION ALL SELECT * FROM begun WHERE id NOT IN (SELECT id FROM exact)
      )`,
    posts: Prisma.sql`ranked AS post WHERE true`,
    keyset: searchKeyset,
    key: Prisma.sql`post.match || ' ' || (${isoTimestamp('post.published_at')} #>> '{}')`,
  }
}

export async function listPosts(query: PostListQuery, locale: Locale): Promise<Tagged<PostPage>> {
  const { tag, limit, cursor } = query
  const q = query.q.trim()
  const list = q ? matching({ ...query, q }, locale) : latest(query, locale)
  const position = readCursorPosition(cursor, list.keyset)
  const { rows, goes_back } = await readListed(list, { position, most: limit + 1 }, locale)
  const value = bidirectionalPage(rows, {
    order: list.keyset.order,
    position,
    limit,
    goes_back,
    pathOf: (page) => blogPaths.api.posts({ tag, q, ...page }),
  })
  return { value, cacheTags: [cacheTags.posts] }
}

export async function listPostTags(locale: Locale): Promise<Tagged<PostTagCount[]>> {
  const value = await jsonRows<PostTagCount>(Prisma.sql`
    SELECT json_build_object('slug', slug, 'name', name, 'count', count) AS answer
      FROM (SELECT post_tag.slug, coalesce(${tagName('post_tag.id', locale)}, post_tag.slug) AS name, counted.count
              FROM (SELECT tag_id, count(DISTINCT post.id)::int AS count FROM post, unnest(post.tag_ids) AS tag_id
                     WHERE ${isPublicPost()} AND ${hasTextIn(Prisma.sql`${locale}::locale`)} GROUP BY tag_id) AS counted
              JOIN post_tag ON post_tag.id = counted.tag_id) AS tag
     ORDER BY count DESC, name ${collations[locale]}, slug`)
  return { value, cacheTags: [cacheTags.posts] }
}
