import { blogPaths } from '#shared/blog/paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { sitePaths } from '#shared/site/paths.ts'
import { isPublicPost } from '../blog/post-cards.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import { Prisma, queryRows } from '../database/db.ts'
import { isPublicSitePage } from '../sql/public-pages.ts'
import { isPublicThread } from '../texts/visibility.ts'

/** SQL conditions for public items. They have no joins, unlike the `effective_…` views, for scans of a large table. */
const isPublicItem = {
  category: Prisma.sql`archived_at IS NULL`,
  use_case: Prisma.sql`archived_at IS NULL
    AND category_id <> ALL (ARRAY(SELECT id FROM category AS parent WHERE parent.archived_at IS NOT NULL))`,
  prompt: Prisma.sql`archived_at IS NULL
    AND use_case_id <> ALL (ARRAY(SELECT id FROM every_use_case AS parent WHERE parent.is_archived))`,
  pipeline: Prisma.sql`id IN (SELECT id FROM effective_pipeline)`,
}

type List = {
  table: Prisma.Sql
  slug: Prisma.Sql
  isListed: Prisma.Sql
  lastmod: Prisma.Sql // last change of the page; null if unknown
  locales: Prisma.Sql // all languages if null
  pathOf: (slug: string) => string
  tags: string[]
}

const ofLibrary = { slug: Prisma.sql`slug`, locales: Prisma.sql`NULL::text` }

/** Lists of all public pages, each by the visibility rule of its feature. */
const lists = {
  categories: {
    ...ofLibrary,
    table: Prisma.sql`category`,
    isListed: isPublicItem.category,
    lastmod: Prisma.sql`greatest(updated_at, (SELECT max(updated_at) FROM use_case WHERE category_id = category.id))`,
    pathOf: paths.category,
    tags: [cacheTags.categories, cacheTags.useCases],
  },
  'use-cases': {
    ...ofLibrary,
    table: Prisma.sql`use_case`,
    isListed: isPublicItem.use_case,
    lastmod: Prisma.sql`greatest(updated_at, (SELECT max(changed_at) FROM prompt_count WHERE use_case_id = use_case.id))`,
    pathOf: (slug) => paths.libraryUseCase(slug),
    tags: [cacheTags.useCases, cacheTags.promptCounts],
  },
  prompts: {
    ...ofLibrary,
    table: Prisma.sql`prompt`,
    isListed: isPublicItem.prompt,
    lastmod: Prisma.sql`updated_at`,
    pathOf: paths.prompt,
    tags: [cacheTags.promptDates],
  },
  pipelines: {
    ...ofLibrary,
    table: Prisma.sql`pipeline`,
    isListed: isPublicItem.pipeline,
    lastmod: Prisma.sql`greatest(updated_at, (
      SELECT max(prompt.updated_at) FROM pipeline_step JOIN prompt ON prompt.id = prompt_id WHERE pipeline_id = pipeline.id))`,
    pathOf: paths.pipeline,
    tags: [cacheTags.pipelines, cacheTags.promptDates, cacheTags.categories, cacheTags.useCases],
  },
  posts: {
    table: Prisma.sql`post`,
    slug: Prisma.sql`slug`,
    isListed: isPublicPost(),
    lastmod: Prisma.sql`greatest(updated_at, published_at)`,
    locales: Prisma.sql`(SELECT string_agg(locale::text, ',' ORDER BY locale) FROM post_text WHERE post_id = post.id)`,
    pathOf: blogPaths.post,
    tags: [cacheTags.posts],
  },
  'site-pages': {
    table: Prisma.sql`site_page`,
    slug: Prisma.sql`slug`,
    isListed: isPublicSitePage,
    lastmod: Prisma.sql`updated_at`,
    locales: Prisma.sql`(SELECT string_agg(locale::text, ',' ORDER BY locale) FROM site_page_text WHERE site_page_id = site_page.id)`,
    pathOf: sitePaths.page,
    tags: [cacheTags.site],
  },
  threads: {
    table: Prisma.sql`thread`,
    slug: Prisma.sql`meta_slug`,
    isListed: isPublicThread,
    lastmod: Prisma.sql`greatest(published_at, edited_at, last_activity_at)`,
    locales: Prisma.sql`NULL::text`,
    pathOf: (meta_slug) => forumPaths.thread(meta_slug),
    tags: [cacheTags.threads, cacheTags.activity],
  },
} satisfies Record<string, List>
export type SitemapListName = keyof typeof lists
export const listNames = Object.keys(lists) as SitemapListName[]
export const sitemapTags = (name: SitemapListName) => lists[name].tags

export const idsPerFile = 25_000 // with two languages, the limit of 50,000 URLs per file
const rowsPerRead = 2_000
const rowsPerChunk = 60

export type SitemapFile = { number: number; lastmod: string | null }

/** Lists files that are not empty, numbered from 1. */
export async function listSitemapFiles(name: SitemapListName): Promise<SitemapFile[]> {
  const { table, isListed, lastmod }: List = lists[name]
  const rows = await queryRows<{ number: number; lastmod: Date | null }>(Prisma.sql`
    SELECT (id - 1) / ${idsPerFile}::int + 1 AS number, max(${lastmod}) AS lastmod FROM ${table}
     WHERE ${isListed} GROUP BY 1 ORDER BY 1`)
  return rows.map(({ number, lastmod: changed }) => ({ number, lastmod: changed?.toISOString() ?? null }))
}

const rangeOf = (number: number) => ({ after: (number - 1) * idsPerFile, last: number * idsPerFile })

/** Returns null for an empty file. `state` changes with each change of its pages. */
export async function findSitemapFile(
  name: SitemapListName,
  number: number,
): Promise<{ lastmod: Date | null; state: string } | null> {
  const { table, isListed, lastmod }: List = lists[name]
  const { after, last } = rangeOf(number)
  const [row] = await queryRows<{ rows: number; lastmod: Date | null; state: string }>(Prisma.sql`
    SELECT count(*)::int AS rows, max(lastmod) AS lastmod,
           count(*) || '-' || sum(coalesce(timestamp_hash_extended(lastmod AT TIME ZONE 'UTC', id), id)) AS state
      FROM (SELECT id, ${lastmod} AS lastmod FROM ${table}
             WHERE ${isListed} AND id > ${after}::bigint AND id <= ${last}::bigint) AS listed`)
  return row && row.rows > 0 ? row : null
}

export type SitemapEntry = { slug: string; lastmod: string; locales: readonly Locale[] } // lastmod is empty if unknown

/** SQL: a line of an entry. Formatting in SQL takes a third of the time of parsing dates. */
const lineOf = ({ slug, lastmod, locales: written }: List) => Prisma.sql`${slug} || E'\t' ||
  coalesce(replace((${lastmod} AT TIME ZONE 'UTC')::text, ' ', 'T') || 'Z', '') || E'\t' || coalesce(${written}, '')`

function parseLine(line: string): SitemapEntry {
  const [slug = '', lastmod = '', written] = line.split('\t')
  return { slug, lastmod, locales: written ? (written.split(',') as Locale[]) : locales }
}

type Part = { last: number; rows: number; lines: string }

/** Reads entries in batches, so that memory stays constant. The next batch is read while one is sent. */
export async function* readSitemapEntries(name: SitemapListName, number: number): AsyncGenerator<SitemapEntry[]> {
  const list: List = lists[name]
  const { table, isListed } = list
  const { after, last } = rangeOf(number)
  const readAfter = (id: number) => {
    const reading = queryRows<Part>(Prisma.sql`
      SELECT max(id) AS last, count(*)::int AS rows, string_agg(line, E'\n') AS lines FROM (
        SELECT id, ${lineOf(list)} AS line FROM ${table}
         WHERE ${isListed} AND id > ${id}::bigint AND id <= ${last}::bigint ORDER BY id LIMIT ${rowsPerRead}) AS listed`)
    // If the client disconnects, nobody awaits this promise, and its rejection must not end the process.
    reading.catch(() => {})
    return reading
  }
  let reading: Promise<Part[]> | null = readAfter(after)
  while (reading) {
    const [read]: Part[] = await reading
    if (!read || read.rows === 0) return
    reading = read.rows === rowsPerRead ? readAfter(read.last) : null
    const lines = read.lines.split('\n')
    for (let at = 0; at < lines.length; at += rowsPerChunk) yield lines.slice(at, at + rowsPerChunk).map(parseLine)
  }
}

export const listPathOf = (name: SitemapListName): ((slug: string) => string) => lists[name].pathOf
