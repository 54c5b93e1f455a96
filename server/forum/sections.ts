import { readFile } from 'node:fs/promises'
import { languagesOf } from '#shared/forum/language.ts'
import type { Section, SectionListQuery } from '#shared/forum/schema.ts'
import type { Locale } from '#shared/locale.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { db, Prisma, queryRows } from '../database/db.ts'
import { addStarterThreads, prepareStarterThreads } from './starter-threads.ts'
import type { AddAuthor } from './starter-threads.ts'
import { isPublicThread } from '../texts/visibility.ts'

const file = new URL('../../prisma/content/sections.json', import.meta.url)

const sectionText = (section_id: Prisma.Sql, locale: Locale) => Prisma.sql`LATERAL (
  SELECT name, description FROM section_text WHERE section_id = ${section_id} AND locale IN ('en', ${locale}::locale)
   ORDER BY locale <> ${locale}::locale LIMIT 1)`

export const sectionNameJson = (column: string, locale: Locale) => Prisma.sql`(
  SELECT json_build_object('slug', section.slug, 'name', text.name)
    FROM section JOIN ${sectionText(Prisma.sql`section.id`, locale)} AS text ON true WHERE section.id = ${Prisma.raw(column)})`

export async function listSections({ languages }: SectionListQuery, locale: Locale): Promise<Tagged<Section[]>> {
  const value = await queryRows<Section>(Prisma.sql`
    SELECT slug, name, description, coalesce(threads.count, 0)::int AS thread_count
      FROM section JOIN ${sectionText(Prisma.sql`section.id`, locale)} AS text ON true
      LEFT JOIN (SELECT section_id, count(*) FROM thread WHERE ${isPublicThread} AND thread.language = ANY (${languagesOf(languages, locale)}::locale[]) GROUP BY section_id) AS threads
        ON threads.section_id = section.id
     WHERE successor_id IS NULL
     ORDER BY position, section.id`)
  return { value, cacheTags: [cacheTags.sections, cacheTags.sectionNames] }
}

type StarterSection = {
  slug: string
  position: number
  texts: Record<Locale, { name: string; description: string }>
}

/** Adds sections with threads if there is no section, once even if several servers start at the same time. */
export async function addStarterSections(addAuthor: AddAuthor): Promise<void> {
  if (await db.section.findFirst({ select: { id: true } })) return
  const sections = JSON.parse(await readFile(file, 'utf8')) as StarterSection[]
  const threads = await prepareStarterThreads()
  await db.$transaction(async (transaction) => {
    await transaction.$executeRaw`LOCK TABLE section IN SHARE ROW EXCLUSIVE MODE`
    if (await transaction.section.findFirst({ select: { id: true } })) return
    const ids = new Map<string, number>()
    for (const { texts, ...section } of sections) {
      const rows = Object.entries(texts).map(([locale, text]) => ({ ...text, locale: locale as Locale }))
      const data = { ...section, texts: { create: rows } }
      const { id } = await transaction.section.create({ data, select: { id: true } })
      ids.set(section.slug, id)
    }
    await addStarterThreads(transaction, threads, ids, addAuthor)
  })
}
