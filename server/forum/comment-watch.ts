import { wildcardTag } from '../cache/cache-tags.ts'
import { createQueryLoader, Prisma, queryRows } from '../database/db.ts'
import { isPublicThread } from '../texts/visibility.ts'

export type WatchedThread = { id: number; comment_count: number }
export type Watcher = { onCount: (comment_count: number) => void; onGone: () => void }
type Watching = Watcher & { comment_count: number }

/** Loads public threads only, since streams have no signed-in reader. */
export const publicThreadsBySlug = createQueryLoader<{ meta_slug: string }, WatchedThread>(
  ['meta_slug'],
  `SELECT ordinality::int, thread.id, thread_counts.comment_count
     FROM unnest($1::text[]) WITH ORDINALITY AS asked (meta_slug, ordinality)
     JOIN thread USING (meta_slug) JOIN thread_counts ON thread_counts.id = thread.id WHERE ${isPublicThread.sql}`,
)

const countsOf = (ids: number[]) =>
  queryRows<WatchedThread>(Prisma.sql`
    SELECT thread.id, thread_counts.comment_count FROM thread JOIN thread_counts ON thread_counts.id = thread.id
     WHERE thread.id = ANY(${ids}::int[]) AND ${isPublicThread}`)

const announcedId = (tag: string) => Number(/^(?:comments|thread):(\d+)$/.exec(tag)?.[1] ?? 0)

export class CommentCountWatch {
  #threads = new Map<number, Set<Watching>>()
  #changed = new Set<number>()
  #isReading = false
  /** Number of invalidations so far. A count that was read at an earlier version may be outdated. */
  version = 0

  /** Watches a thread that was read at the version `readAt`. Returns a function that stops watching. */
  add({ id, comment_count }: WatchedThread, watcher: Watcher, readAt: number): () => void {
    const watching = { ...watcher, comment_count }
    const watchers = this.#threads.get(id) ?? new Set()
    this.#threads.set(id, watchers.add(watching))
    if (readAt !== this.version) this.#read([id])
    return () => {
      watchers.delete(watching)
      if (watchers.size === 0 && this.#threads.get(id) === watchers) this.#threads.delete(id)
    }
  }

  announce(tags: readonly string[]): void {
    this.version++
    if (this.#threads.size === 0) return
    this.#read(tags.includes(wildcardTag) ? this.#threads.keys() : tags.map(announcedId))
  }

  #read(ids: Iterable<number>) {
    for (const id of ids) if (this.#threads.has(id)) this.#changed.add(id)
    if (!this.#isReading && this.#changed.size > 0) void this.#readChanged()
  }

  async #readChanged() {
    this.#isReading = true
    while (this.#changed.size > 0) {
      const ids = [...this.#changed]
      this.#changed.clear()
      // After an error, the next invalidation or the next connection reads the counts again.
      const found = await countsOf(ids).catch(() => null)
      if (found) this.#notify(ids, new Map(found.map(({ id, comment_count }) => [id, comment_count])))
    }
    this.#isReading = false
  }

  #notify(ids: number[], counts: Map<number, number>) {
    for (const id of ids) {
      const comment_count = counts.get(id)
      for (const watching of this.#threads.get(id) ?? []) {
        if (comment_count === undefined) watching.onGone()
        else if (comment_count !== watching.comment_count) watching.onCount((watching.comment_count = comment_count))
      }
    }
  }
}
