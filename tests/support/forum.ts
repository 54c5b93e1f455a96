import { db } from '../../server/database/db.ts'
import { foldThreadChanges } from '../../server/forum/forum.jobs.ts'
import type { Prisma } from '../../server/database/db.ts'
import type { Comment, Section, Thread } from '../../server/generated/client.ts'
import { newSlug } from './library.ts'
import { createPerson } from './people.ts'
import { until } from './postgres/database.ts'

type Named = { name: string; description?: string }
type NewSection = { en?: Named; es?: Named }

export function createSection(texts: NewSection = {}): Promise<Section> {
  const slug = newSlug('section')
  const rows = Object.entries({ en: { name: `Name of ${slug}` }, ...texts }).map(([locale, text]) => ({
    locale: locale as 'en' | 'es',
    description: `About ${slug}`,
    ...text,
  }))
  return db.section.create({ data: { slug, position: 1, texts: { create: rows } } })
}

type Id = { id: number }
type RowChanges<Row> = Omit<Partial<Row>, 'author_id' | 'section_id' | 'thread_id' | 'parent_id' | 'branch_id'>
/** A null author is a removed account. */
type Authored = { author?: Id | null }

const authorId = async (author: Id | null | undefined) =>
  author === undefined ? (await createPerson()).id : (author?.id ?? null)

/** Published by default, an hour ago or at `created_at`. */
export async function createThread({
  author,
  section,
  ...changes
}: RowChanges<Prisma.ThreadUncheckedCreateInput> & Authored & { section?: Id } = {}): Promise<Thread> {
  const meta_slug = changes.meta_slug ?? newSlug('thread')
  const { status = 'published', description = `Description of ${meta_slug}` } = changes
  const created_at = changes.created_at ?? new Date(Date.now() - 3_600_000)
  return db.thread.create({
    data: {
      meta_slug,
      title: `Title of ${meta_slug}`,
      description,
      description_html: `<p>${description}</p>\n`,
      render_version: 1,
      excerpt: description.slice(0, 200),
      status,
      created_at,
      published_at: status === 'published' ? created_at : null,
      last_activity_at: created_at,
      ...changes,
      section_id: section?.id ?? (await createSection()).id,
      author_id: await authorId(author),
    },
  })
}

type Parent = Pick<Comment, 'id' | 'thread_id' | 'branch_id'>

/** Creates its own thread by default; a reply if `parent` is given. */
export async function createComment({
  author,
  thread,
  parent,
  ...changes
}: RowChanges<Prisma.CommentUncheckedCreateInput> &
  Authored & { thread?: Id; parent?: Parent } = {}): Promise<Comment> {
  const body = changes.body ?? `${newSlug('comment')} says this`
  return db.comment.create({
    data: {
      body,
      body_html: `<p>${body}</p>\n`,
      render_version: 1,
      ...changes,
      thread_id: parent?.thread_id ?? thread?.id ?? (await createThread()).id,
      parent_id: parent?.id ?? null,
      branch_id: parent ? (parent.branch_id ?? parent.id) : null,
      author_id: await authorId(author),
    },
  })
}

export const createPoster = (changes: Parameters<typeof createPerson>[0] = {}) =>
  createPerson({
    email_confirmed_at: new Date(),
    created_at: new Date(Date.now() - 3 * 86_400_000),
    ...changes,
  })

/** Folds all changes of threads, also those that the background run is folding. */
export const foldAllChanges = () =>
  until(async () => {
    await foldThreadChanges()
    return (await db.threadChange.count()) === 0
  })
