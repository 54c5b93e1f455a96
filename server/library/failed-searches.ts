import { db } from '../database/db.ts'

const flushDelayMs = 1_000
const [maxPending, maxTextsPerDay] = [1_000, 10_000] // further texts are counted without their text
const maxLength = 200
const personal = /@|\d(?:[\s()./-]?\d){6}/ // may identify a person: e-mail addresses and long numbers

export function loggedSearchTextOf(typed: string): string {
  const text = typed
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return personal.test(text) ? '' : Array.from(text).slice(0, maxLength).join('')
}

const today = () => new Date().toISOString().slice(0, 10)
type Batch = { day: string; counts: Map<string, number> }

/** Counts searches without results per UTC day. Writes once a second, so a crash loses one second. */
export class FailedSearches {
  #pending: Batch[] = []
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> = Promise.resolve()

  add(typed: string): void {
    const day = today()
    const batch = this.#pending.find((one) => one.day === day) ?? { day, counts: new Map<string, number>() }
    if (!this.#pending.includes(batch)) this.#pending.push(batch)
    const text = loggedSearchTextOf(typed)
    const key = batch.counts.size < maxPending || batch.counts.has(text) ? text : ''
    batch.counts.set(key, (batch.counts.get(key) ?? 0) + 1)
    this.#timer ??= setTimeout(() => void this.flush().catch(() => {}), flushDelayMs)
  }

  /** Writes the counts. After an error they stay for the next flush. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#flushOnce())
    return this.#flushing
  }

  async #flushOnce(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (let batch = this.#pending[0]; batch; batch = this.#pending[0]) {
      this.#pending.shift()
      await write(batch).catch((error: unknown) => {
        this.#putBack(batch)
        throw error
      })
    }
  }

  #putBack(batch: Batch): void {
    const since = this.#pending.find(({ day }) => day === batch.day)
    for (const [text, count] of since?.counts ?? []) batch.counts.set(text, (batch.counts.get(text) ?? 0) + count)
    this.#pending = [batch, ...this.#pending.filter((one) => one !== since)]
    this.#timer ??= setTimeout(() => void this.flush().catch(() => {}), flushDelayMs)
  }
}

/** Writes a batch in one statement, so that it is counted fully or not at all. Sorted rows prevent deadlocks. */
const write = ({ day, counts }: Batch) => db.$executeRaw`
  INSERT INTO failed_search (day, text, count)
  SELECT ${day}::date, kept.text, sum(batch.count)::int
    FROM unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::int[]) AS batch (text, count),
         LATERAL (SELECT CASE WHEN EXISTS (SELECT FROM failed_search WHERE day = ${day}::date AND failed_search.text = batch.text)
                                OR (SELECT count(*) FROM failed_search WHERE day = ${day}::date) < ${maxTextsPerDay}
                              THEN batch.text ELSE '' END AS text) AS kept
   GROUP BY kept.text ORDER BY kept.text
  ON CONFLICT (day, text) DO UPDATE SET count = failed_search.count + excluded.count`
