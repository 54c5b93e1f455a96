import { blogPaths } from '#shared/blog-paths.ts'
import { forumPaths } from '#shared/forum-paths.ts'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { isPublic } from '../blog/post-cards.ts'
import { Prisma, queryRows } from '../db.ts'
import { isPublic as isPublicItem } from '../library/archive.ts'
import { isPublicThread } from '../forum/visibility.ts'

/** `lastmod`: null where nobody knows when it last changed. */
export type Listed = { path: string; locales: readonly Locale[]; lastmod: Date | null }

type List = {
  table: Prisma.Sql
  slug: Prisma.Sql
  isListed: Prisma.Sql
  lastmod: Prisma.Sql
  /** Null: in all languages. */
  locales: Prisma.Sql
  pathOf: (slug: string) => string
}

const none = Prisma.sql`NULL`
const ofLibrary = { slug: Prisma.sql`slug`, lastmod: none, locales: none }

/** Whatever has a page of its own, by the rule of its feature of what everybody may see. */
const lists = {
  categories: { ...ofLibrary, table: Prisma.sql`category`, isListed: isPublicItem.category, pathOf: paths.category },
  'use-cases': {
    ...ofLibrary,
    table: Prisma.sql`use_case`,
    isListed: isPublicItem.use_case,
    pathOf: (slug) => paths.libraryUseCase(slug),
  },
  prompts: { ...ofLibrary, table: Prisma.sql`prompt`, isListed: isPublicItem.prompt, pathOf: paths.prompt },
  posts: {
    table: Prisma.sql`post`,
    slug: Prisma.sql`slug`,
    isListed: isPublic(),
    lastmod: Prisma.sql`greatest(updated_at, published_at)`,
    locales: Prisma.sql`(SELECT array_agg(locale::text ORDER BY locale) FROM post_text WHERE post_id = post.id)`,
    pathOf: blogPaths.post,
  },
  threads: {
    table: Prisma.sql`thread`,
    slug: Prisma.sql`meta_slug`,
    isListed: isPublicThread,
    lastmod: Prisma.sql`greatest(published_at, edited_at, last_activity_at)`,
    locales: none,
    pathOf: (meta_slug) => forumPaths.thread(meta_slug),
  },
} satisfies Record<string, List>
export type ListName = keyof typeof lists
export const listNames = Object.keys(lists) as ListName[]

/** Far below the 50,000 addresses that a file may have: one of 4,000, in two languages, costs about as much as a few pages. */
export const idsPerFile = 2_000
const rowsPerRead = 500

/** Which files have something in them, from 1: each is one look into an index. */
export async function listFiles(name: ListName): Promise<number[]> {
  const { table, isListed } = lists[name]
  const fileAfter = (id: Prisma.Sql) => Prisma.sql`
    (SELECT (min(id) - 1) / ${idsPerFile}::int + 1 FROM ${table} WHERE ${isListed} AND id > ${id})`
  const rows = await queryRows<{ number: number }>(Prisma.sql`
    WITH RECURSIVE file AS (
      SELECT ${fileAfter(Prisma.sql`0`)} AS number
      UNION ALL
      SELECT ${fileAfter(Prisma.sql`file.number * ${idsPerFile}::int`)} FROM file WHERE number IS NOT NULL
    )
    SELECT number FROM file WHERE number IS NOT NULL ORDER BY number`)
  return rows.map(({ number }) => number)
}

type Row = { id: number; slug: string; lastmod: Date | null; locales: Locale[] | null }

/** Some at a time, so that a file of any length takes the same memory. */
export async function* readFile(name: ListName, number: number): AsyncGenerator<Listed[]> {
  const { table, slug, isListed, lastmod, locales: written, pathOf }: List = lists[name]
  const last = number * idsPerFile
  let after = last - idsPerFile
  for (;;) {
    const rows = await queryRows<Row>(Prisma.sql`
      SELECT id, ${slug} AS slug, ${lastmod}::timestamptz AS lastmod, ${written}::text[] AS locales FROM ${table}
       WHERE ${isListed} AND id > ${after}::int AND id <= ${last}::int ORDER BY id LIMIT ${rowsPerRead}`)
    if (rows.length > 0)
      yield rows.map((row) => ({ path: pathOf(row.slug), locales: row.locales ?? locales, lastmod: row.lastmod }))
    if (rows.length < rowsPerRead) return
    after = rows.at(-1)?.id ?? last
  }
}

/** Pages that are always there. */
export const staticPages: Listed[] = [paths.home, paths.library, paths.blog, paths.forum, paths.subscription].map(
  (path) => ({ path, locales, lastmod: null }),
)
