import { searchPatterns } from '../database/search-query.ts'
import type { CommentSearchQuery, FoundComment, FoundCommentPage } from '#shared/forum/comment-search.ts'
import { languagesOf } from '#shared/forum/language.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import type { Locale } from '#shared/locale.ts'
import { Prisma, queryRowsWithSettings } from '../database/db.ts'
import { excerptOf } from '../markdown/excerpt.ts'
import { forwardPage } from '../sql/cursor.ts'
import type { ForwardScan } from '../sql/cursor.ts'
import { isoTimestamp } from '../sql/json-rows.ts'
import { authorJson } from '../texts/authors.ts'
import { isPublicThread, visibleComment } from '../texts/visibility.ts'
import { rankedLength, rankedPageTables, rankKeyset, searchSettings, nextMatchKinds } from './text-search.ts'
import type { MatchKind, SearchSource } from './text-search.ts'

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

const excerptLength = 300

type FoundRow = Omit<FoundComment, 'excerpt'> & { key: number; html: string }

const foundComment =
  (q: string) =>
  ({ key: _key, html, ...comment }: FoundRow): FoundComment => ({
    ...comment,
    excerpt: searchExcerptOf(excerptOf(html, Number.POSITIVE_INFINITY), q, excerptLength),
  })

const foundColumns = Prisma.sql`'id', comment.id, 'key', rank, 'author', ${authorJson('comment.author_id')},
  'created_at', ${isoTimestamp('comment.created_at')},
  'thread', (SELECT json_build_object('meta_slug', thread.meta_slug, 'title', thread.title, 'language', thread.language) FROM thread WHERE thread.id = comment.thread_id),
  'html', comment.body_html`

const inSection = (section: string | undefined) =>
  section === undefined
    ? Prisma.empty
    : Prisma.sql`AND thread.section_id = (SELECT section.id FROM section WHERE section.slug = ${section})`
const byAuthor = (author: string | undefined) =>
  author === undefined
    ? Prisma.empty
    : Prisma.sql`AND comment.author_id = (SELECT "user".id FROM "user" WHERE username = ${author})`

const sourceOf = ({ section, author, languages }: CommentSearchQuery, locale: Locale): SearchSource => ({
  table: 'comment',
  document: Prisma.sql`to_tsvector('public.simple_plain'::regconfig, search_words(comment.body))`,
  read: Prisma.sql`comment.body`,
  ranked: Prisma.sql`to_tsvector('public.simple_plain'::regconfig, search_words(left(comment.body, ${rankedLength}::int)))`,
  lift: 0,
  // Thread ids by subquery: with a join, the planner would read all threads for a rare word.
  filters: Prisma.sql`${visibleComment(null)} ${byAuthor(author)}
      AND (SELECT ${isPublicThread} AND thread.language = ANY (${languagesOf(languages, locale)}::locale[]) ${inSection(section)} FROM thread WHERE thread.id = comment.thread_id)`,
})

type Localized = { query: CommentSearchQuery; locale: Locale }

async function rankIn({ query, locale }: Localized, { position, most }: ForwardScan, matchKinds: MatchKind[]) {
  const from = position && { ...position, side: 'after' as const }
  const { tables, by } = rankedPageTables([sourceOf(query, locale)], { q: query.q, position: from, most, matchKinds })
  const rows = await queryRowsWithSettings<{ answer: FoundRow }>(
    searchSettings,
    Prisma.sql`
        WITH ${tables} SELECT json_build_object(${foundColumns}) AS answer FROM page JOIN comment USING (id) ORDER BY ${by}`,
  )
  return rows.map(({ answer }) => answer)
}

export async function searchComments(query: CommentSearchQuery, locale: Locale): Promise<FoundCommentPage> {
  const { q, section, author, languages, cursor, limit } = query
  const found = await forwardPage({
    keyset: rankKeyset('comment_search'),
    query: { cursor, limit },
    pathOf: (next) => forumPaths.api.foundComments({ q, section, author, languages, ...next }),
    read: async (scan) => {
      if (q.trim() === '') return []
      const exact = await rankIn({ query, locale }, scan, ['exact'])
      const others = exact.length > limit ? [] : nextMatchKinds(q, exact.length, scan.position)
      return others.length === 0 ? exact : rankIn({ query, locale }, scan, others)
    },
  })
  return { ...found, results: found.results.map(foundComment(q)) }
}
