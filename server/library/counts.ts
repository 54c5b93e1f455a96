import { db, Prisma } from '../db.ts'
import { Refusal } from '../problem.ts'

/** How long counted events wait for company, in ms: a crash loses at most this much, a clean stop nothing. */
const pause = 1_000
/** Different slugs that wait at the most; beyond that nothing more is acknowledged until the database has taken them. */
const mostWaiting = 50_000

/** No slug is longer (import-rows.ts): what is names nothing, and would only take memory. */
const longestSlug = 200

/** Counts events off the request path and writes them in batches: one row per thing and UTC day. */
export class Counter {
  #waiting = new Map<string, number>()
  #write: (slugs: string[], counts: number[]) => Promise<unknown>
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> = Promise.resolve()

  constructor(write: (slugs: string[], counts: number[]) => Promise<unknown>) {
    this.#write = write
  }

  /** Acknowledges an event, known slug or not; throws 503 when too many wait. */
  add(slug: string): void {
    if (slug.length > longestSlug) return
    if (this.#waiting.size >= mostWaiting) throw new Refusal(503, 'problem.busy')
    this.#waiting.set(slug, (this.#waiting.get(slug) ?? 0) + 1)
    this.#timer ??= setTimeout(() => void this.flush().catch(() => {}), pause)
  }

  /** Writes all that waits. What cannot be written waits on, and the next flush tries again; then it throws. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#flushOnce())
    return this.#flushing
  }

  async #flushOnce() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#waiting.size === 0) return
    const batch = this.#waiting
    this.#waiting = new Map()
    try {
      await this.#write([...batch.keys()], [...batch.values()])
    } catch (error) {
      for (const [slug, count] of batch) this.#waiting.set(slug, (this.#waiting.get(slug) ?? 0) + count)
      this.#timer ??= setTimeout(() => void this.flush().catch(() => {}), pause)
      throw error
    }
  }
}

/** One statement, so that a batch is counted whole or not at all; slugs that name nothing are dropped here. */
const write = (table: Prisma.Sql, key: Prisma.Sql, counted: Prisma.Sql) => (slugs: string[], counts: number[]) =>
  db.$executeRaw`
    INSERT INTO ${counted} (${key}, day, count)
    SELECT ${table}.id, (now() AT TIME ZONE 'UTC')::date, batch.count
      FROM unnest(${slugs}::text[], ${counts}::int[]) AS batch (slug, count) JOIN ${table} USING (slug)
     ORDER BY ${table}.id
    ON CONFLICT (${key}, day) DO UPDATE SET count = ${counted}.count + excluded.count`

export const newCategoryClicks = () =>
  new Counter(write(Prisma.raw('category'), Prisma.raw('category_id'), Prisma.raw('category_clicks')))
export const newPromptCopies = () =>
  new Counter(write(Prisma.raw('prompt'), Prisma.raw('prompt_id'), Prisma.raw('prompt_copies')))
