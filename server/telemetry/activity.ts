import { LRUCache } from 'lru-cache'
import { Prisma, queryRows } from '../database/db.ts'

const flushDelayMs = 1_000
const maxRecorded = 100_000

const today = () => new Date().toISOString().slice(0, 10)

/** Records the days (UTC) on which members are active. Writes in batches. */
export class MemberActivity {
  #recordedDays = new LRUCache<number, string>({ max: maxRecorded })
  #pending = new Map<string, Set<number>>()
  #timer: NodeJS.Timeout | undefined

  note(user_id: number): void {
    const day = today()
    if (this.#recordedDays.get(user_id) === day) return
    this.#recordedDays.set(user_id, day)
    const people = this.#pending.get(day) ?? new Set()
    this.#pending.set(day, people.add(user_id))
    this.#timer ??= setTimeout(() => void this.flush(), flushDelayMs)
  }

  /** Writes the batch. After an error, the next requests of its members record the day again. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const batch = this.#pending
    this.#pending = new Map()
    for (const [day, people] of batch)
      // Skips accounts that were removed meanwhile.
      await queryRows(Prisma.sql`
        INSERT INTO member_day (user_id, day)
        SELECT id, ${day}::date FROM "user" WHERE id = ANY(${[...people]}::int[]) ORDER BY id FOR KEY SHARE
        ON CONFLICT DO NOTHING`).catch(() => people.forEach((id) => this.#recordedDays.delete(id)))
  }
}
