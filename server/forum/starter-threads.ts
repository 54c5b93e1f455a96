import { readFile } from 'node:fs/promises'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import type { Prisma } from '../database/db.ts'
import { excerptOf } from '../markdown/excerpt.ts'
import { renderMarkdown, renderVersion } from '../markdown/markdown.ts'
import { threadExcerptLength } from './new-threads.ts'
import { threadSlugOf } from './thread-slugs.ts'

const file = new URL('../../prisma/content/threads.ndjson', import.meta.url)

export type StarterTopic = {
  section: string
  texts: Record<Locale, { title: string; description: string; created_at: string }>
}

export async function readStarterTopics(): Promise<StarterTopic[]> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as StarterTopic)
}

async function prepareThread({ section, texts }: StarterTopic, language: Locale) {
  const { title, description, created_at } = texts[language]
  const description_html = await renderMarkdown(description, 'thread', 'description')
  const facts = { title, description, description_html, excerpt: excerptOf(description_html, threadExcerptLength) }
  const dates = { created_at, published_at: created_at, last_activity_at: created_at }
  const row = { meta_slug: threadSlugOf(title), render_version: renderVersion, status: 'published' as const }
  return { section, language, ...row, ...facts, ...dates }
}
type PreparedThread = Awaited<ReturnType<typeof prepareThread>>

/** Prepares threads, oldest first. Renders one at a time, since each rendering has a short time limit. */
export async function prepareStarterThreads(): Promise<PreparedThread[]> {
  const prepared: PreparedThread[] = []
  for (const topic of await readStarterTopics())
    for (const locale of locales) prepared.push(await prepareThread(topic, locale))
  return prepared.toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at))
}

export type AddAuthor = (transaction: Prisma.TransactionClient, created_at: Date) => Promise<number>

export async function addStarterThreads(
  transaction: Prisma.TransactionClient,
  prepared: PreparedThread[],
  sectionIds: Map<string, number>,
  addAuthor: AddAuthor,
): Promise<void> {
  const author_id = await addAuthor(transaction, new Date(prepared[0]?.created_at ?? Date.now()))
  const rows = prepared.map(({ section, ...thread }) => {
    const section_id = sectionIds.get(section)
    if (section_id === undefined)
      throw new Error(`The starter threads name the section ${section}, which does not exist.`)
    return { ...thread, section_id, author_id }
  })
  await transaction.thread.createMany({ data: rows })
}
