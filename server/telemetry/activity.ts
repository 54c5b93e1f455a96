import { LRUCache } from 'lru-cache'
import { lookUp } from '../database/db.ts'

const flushDelayMs = 1_000
/** People of a day that this process has noted; one who is dropped is noted again, which changes nothing. */
const maxNoted = 100_000

const today = () => new Date().toISOString().slice(0, 10)

/** Notes once a day (UTC) that a member was here, in batches off the request path. */
export class Activity {
  #noted = new LRUCache<number, string>({ max: maxNoted })
  #pending = new Map<string, Set<number>>()
  #timer: NodeJS.Timeout | undefined

  note(user_id: number): void {
    const day = today()
    if (this.#noted.get(user_id) === day) return
    this.#noted.set(user_id, day)
    const people = this.#pending.get(day) ?? new Set()
    this.#pending.set(day, people.add(user_id))
    this.#timer ??= setTimeout(() => void this.flush(), flushDelayMs)
  }

  /** What cannot be written is forgotten, and noted again with the next request of the same people. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const batch = this.#pending
    this.#pending = new Map()
    for (const [day, people] of batch)
      await lookUp(
        'note active members',
        // Who has removed the account meanwhile was locked by that, or is not found.
        `INSERT INTO member_day (user_id, day)
         SELECT id, $2::date FROM "user" WHERE id = ANY($1::int[]) ORDER BY id FOR KEY SHARE
         ON CONFLICT DO NOTHING`,
        [[...people], day],
      ).catch(() => people.forEach((id) => this.#noted.delete(id)))
  }
}
