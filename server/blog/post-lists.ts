import { z } from 'zod'
import type { PostCard, PostListQuery, PostPage, PostTagCount } from '#shared/blog/schema.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import type { Locale } from '#shared/locale.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { collations } from '../sql/collations.ts'
import { scanDirection, timestamp, comparisonOf, bidirectionalPage, readCursorPosition } from '../sql/cursor.ts'
import type { SortDirection, CursorPosition } from '../sql/cursor.ts'
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
  order: string
  position: CursorPosition<string> | null
  key: Prisma.Sql
  sortKey: Prisma.Sql
  valueOf: (position: CursorPosition<string>) => Prisma.Sql
  by: (direction: SortDirection) => Prisma.Sql
}
type Listed = { goes_back: boolean; rows: Row[] } // goes_back: there are posts on the other side of the cursor

async function readListed({ sources, posts, position, key, sortKey, valueOf, by }: List, most: number, locale: Locale) {
  const { within, beyond } = comparisonOf(position?.side ?? 'after', 'DESC')
  const compare = (operator: string) =>
    position ? Prisma.sql`AND ${sortKey} ${Prisma.raw(operator)} ${valueOf(position)}` : Prisma.empty
  const order = by(scanDirection(position, 'DESC'))
  const [listed] = await jsonRows<Listed>(Prisma.sql`
    ${sources}
    SELECT json_build_object(
             'goes_back', ${position ? Prisma.sql`EXISTS (SELECT FROM ${posts} ${compare(beyond)})` : Prisma.sql`false`},
             'rows', (
               SELECT coalesce(json_agg(json_build_object(${postCardColumns(locale)}, 'key', ${key}) ORDER BY ${order}), '[]')
                 FROM (SELECT post.* FROM ${posts} ${compare(within)} ORDER BY ${order} LIMIT ${most}) AS post
                 JOIN post_text ON post_text.post_id = post.id AND post_text.locale = ${locale}::locale
                 LEFT JOIN ${coverJoin('post')})) AS answer`)
  return listed ?? { goes_back: false, rows: [] }
}

const byDate = (direction: SortDirection) => {
  const sortOrder = Prisma.raw(direction)
  return Prisma.sql`post.published_at ${sortOrder}, post.id ${sortOrder}`
}

const latest = ({ tag, cursor }: PostListQuery, locale: Locale): List => ({
  sources: Prisma.empty,
  posts: Prisma.sql`post WHERE ${isPublicPost()} AND ${hasTextIn(Prisma.sql`${locale}::locale`)} ${withTag(tag)}`,
  order: 'posts',
  position: readCursorPosition(cursor, 'posts', timestamp),
  key: isoTimestamp('post.published_at'),
  sortKey: Prisma.sql`(post.published_at, post.id)`,
  valueOf: ({ key, id }) => Prisma.sql`(${key}::timestamptz, ${id}::int)`,
  by: byDate,
})

/** Cursor key of a search: match level from 0 to 3, and the date of publication. */
const SearchKey = z.string().refine((key) => /^[0-3] /.test(key) && timestamp.safeParse(key.slice(2)).success)

const enoughExact = 50 // with this many exact matches, prefixes are not searched

/** List of search results. Exact words come before prefixes, titles before texts, and newer before older. */
function matching({ q, tag, cursor }: PostListQuery, locale: Locale): List {
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
    order: 'post_search',
    position: readCursorPosition(cursor, 'post_search', SearchKey),
    key: Prisma.sql`post.match || ' ' || (${isoTimestamp('post.published_at')} #>> '{}')`,
    sortKey: Prisma.sql`(post.match, post.published_at, post.id)`,
    valueOf: ({ key, id }) => Prisma.sql`(${Number(key[0])}::int, ${key.slice(2)}::timestamptz, ${id}::int)`,
    by: (direction) => Prisma.sql`post.match ${Prisma.raw(direction)}, ${byDate(direction)}`,
  }
}

/** Lists posts with a text in the locale. */
export async function listPosts(query: PostListQuery, locale: Locale): Promise<Tagged<PostPage>> {
  const { tag, limit } = query
  const q = query.q.trim()
  const list = q ? matching({ ...query, q }, locale) : latest(query, locale)
  const { rows, goes_back } = await readListed(list, limit + 1, locale)
  const value = bidirectionalPage(rows, {
    order: list.order,
    position: list.position,
    limit,
    goes_back,
    keyOf: ({ key }) => key,
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
