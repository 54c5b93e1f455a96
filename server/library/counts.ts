import { db, Prisma } from '../database/db.ts'
import { HttpProblem } from '../problem.ts'

const flushDelayMs = 1_000 // a crash loses at most this much; a clean shutdown loses nothing
const maxPendingSlugs = 50_000

const maxSlugLength = 200 // import-rows.ts has this limit: no item has a longer slug

export class BatchedCounter {
  #pending = new Map<string, number>()
  #write: (slugs: string[], counts: number[]) => Promise<unknown>
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> = Promise.resolve()

  constructor(write: (slugs: string[], counts: number[]) => Promise<unknown>) {
    this.#write = write
  }

  /** Counts a slug. Throws 503 if too many slugs are pending. */
  add(slug: string): void {
    if (slug.length > maxSlugLength) return
    if (this.#pending.size >= maxPendingSlugs) throw new HttpProblem(503, 'problem.busy')
    this.#pending.set(slug, (this.#pending.get(slug) ?? 0) + 1)
    this.#timer ??= setTimeout(() => void this.flush().catch(() => {}), flushDelayMs)
  }

  /** Writes the counts. After an error they stay for the next flush. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#flushOnce())
    return this.#flushing
  }

  async #flushOnce() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#pending.size === 0) return
    const batch = this.#pending
    this.#pending = new Map()
    try {
      await this.#write([...batch.keys()], [...batch.values()])
    } catch (error) {
      for (const [slug, count] of batch) this.#pending.set(slug, (this.#pending.get(slug) ?? 0) + count)
      this.#timer ??= setTimeout(() => void this.flush().catch(() => {}), flushDelayMs)
      throw error
    }
  }
}

/** Writes a batch in one statement, so that it is counted fully or not at all. */
const write = (table: Prisma.Sql, key: Prisma.Sql, counted: Prisma.Sql) => (slugs: string[], counts: number[]) =>
  db.$executeRaw`
    INSERT INTO ${counted} (${key}, day, count)
    SELECT ${table}.id, (now() AT TIME ZONE 'UTC')::date, batch.count
      FROM unnest(${slugs}::text[], ${counts}::int[]) AS batch (slug, count) JOIN ${table} USING (slug)
     ORDER BY ${table}.id
    ON CONFLICT (${key}, day) DO UPDATE SET count = ${counted}.count + excluded.count`

export const createCategoryClickCounter = () =>
  new BatchedCounter(write(Prisma.raw('category'), Prisma.raw('category_id'), Prisma.raw('category_clicks')))
export const createPromptCopyCounter = () =>
  new BatchedCounter(write(Prisma.raw('prompt'), Prisma.raw('prompt_id'), Prisma.raw('prompt_copies')))
