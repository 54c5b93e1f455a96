import { searchPatterns } from '../database/search-query.ts'
import { z } from 'zod'
import type { CommentSearchQuery, FoundComment, FoundCommentPage } from '#shared/forum/comment-search.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { Prisma, queryRowsWithSettings } from '../database/db.ts'
import { excerptOf } from '../markdown/excerpt.ts'
import { forwardPage, readCursor } from '../sql/cursor.ts'
import { isoTimestamp } from '../sql/json-rows.ts'
import { authorJson } from '../texts/authors.ts'
import { isPublicThread, visibleComment } from '../texts/visibility.ts'
import { rankedLength, rankedPageTables, searchSettings, nextMatchKinds } from './text-search.ts'
import type { MatchKind } from './text-search.ts'

const plain = (text: string) => text.replaceAll(/[\u00c0-\u1fff]/g, (letter) => letter.normalize('NFD').charAt(0))

const maxFinds = 20 // occurrences of each word that are compared

/** Returns the passage of a text that contains the most search words, or its beginning. */
function searchExcerptOf(text: string, q: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const read = plain(text)
  const found = searchPatterns(plain(q.normalize('NFC'))).flatMap((pattern, of) =>
    [...read.matchAll(pattern)].slice(0, maxFinds).map(({ index }) => ({ index, of })),
  )
  const counted = found.map(({ index }) => {
    const near = found.filter((other) => other.index >= index && other.index < index + maxLength / 2)
    return { index, count: new Set(near.map(({ of }) => of)).size }
  })
  const [best] = counted.toSorted((a, b) => b.count - a.count || a.index - b.index)
  const start = text.indexOf(' ', Math.max(0, (best?.index ?? 0) - maxLength / 4)) + 1
  const from = best && best.index > maxLength / 2 ? start : 0
  const end = from + maxLength >= text.length ? text.length : text.lastIndexOf(' ', from + maxLength)
  return `${from > 0 ? '…' : ''}${text.slice(from, end)}${end < text.length ? '…' : ''}`
}

const order = 'comment_search'
const excerptLength = 300

type FoundRow = Omit<FoundComment, 'excerpt'> & { rank: number; html: string }

const foundComment =
  (q: string) =>
  ({ rank: _rank, html, ...comment }: FoundRow): FoundComment => ({
    ...comment,
    excerpt: searchExcerptOf(excerptOf(html, Number.POSITIVE_INFINITY), q, excerptLength),
  })

const foundColumns = Prisma.sql`'id', comment.id, 'rank', rank, 'author', ${authorJson('comment.author_id')},
  'created_at', ${isoTimestamp('comment.created_at')},
  'thread', (SELECT json_build_object('meta_slug', thread.meta_slug, 'title', thread.title) FROM thread WHERE thread.id = comment.thread_id),
  'html', comment.body_html`

export async function searchComments({
  q,
  section,
  author,
  cursor,
  limit,
}: CommentSearchQuery): Promise<FoundCommentPage> {
  const position = readCursor(cursor, order, z.int32())
  if (q.trim() === '') return { results: [], next: null }
  const inSection =
    section === undefined
      ? Prisma.empty
      : Prisma.sql`AND thread.section_id = (SELECT section.id FROM section WHERE section.slug = ${section})`
  const byAuthor =
    author === undefined
      ? Prisma.empty
      : Prisma.sql`AND comment.author_id = (SELECT "user".id FROM "user" WHERE username = ${author})`
  const source = {
    table: 'comment',
    document: Prisma.sql`to_tsvector('public.simple_plain'::regconfig, search_words(comment.body))`,
    read: Prisma.sql`comment.body`,
    ranked: Prisma.sql`to_tsvector('public.simple_plain'::regconfig, search_words(left(comment.body, ${rankedLength}::int)))`,
    lift: 0,
    // Thread ids by subquery: with a join, the planner would read all threads for a rare word.
    filters: Prisma.sql`${visibleComment(null)} ${byAuthor}
      AND (SELECT ${isPublicThread} ${inSection} FROM thread WHERE thread.id = comment.thread_id)`,
  } as const
  const rankIn = (matchKinds: MatchKind[]) => {
    const { tables, direction } = rankedPageTables([source], {
      q,
      position: position && { ...position, side: 'after' },
      most: limit + 1,
      matchKinds,
    })
    return queryRowsWithSettings<{ answer: FoundRow }>(
      searchSettings,
      Prisma.sql`
        WITH ${tables}
        SELECT json_build_object(${foundColumns}) AS answer FROM page JOIN comment USING (id)
         ORDER BY rank ${direction}, comment.id ${direction}`,
    )
  }
  const exact = await rankIn(['exact'])
  const others = exact.length > limit ? [] : nextMatchKinds(q, exact.length, position)
  const rows = others.length === 0 ? exact : await rankIn(others)
  const found = forwardPage(
    rows.map(({ answer }) => answer),
    {
      order,
      limit,
      keyOf: ({ rank, id }) => [rank, id],
      pathOf: (next) => forumPaths.api.foundComments({ q, section, author, ...next }),
    },
  )
  return { ...found, results: found.results.map(foundComment(q)) }
}
