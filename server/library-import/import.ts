import { Client } from 'pg'
import { StartProblem } from '../settings.ts'
import { mergePrompts, mergeSmall } from './import-merge.ts'
import type { Merged } from './import-merge.ts'
import { resolvePipelines } from './import-pipelines.ts'
import { References, resolve, resolvePrompt, Unresolved } from './import-references.ts'
import { LibraryRow, reasonsOf } from './import-rows.ts'
import type { RowOf, RowType } from './import-rows.ts'
import type { SourceRow } from './import-sources.ts'
import { inTransaction } from './import-transaction.ts'
import { retryDeadlock } from '../library/deadlocks.ts'
import { writeSearchRows } from '../library/search-rows.ts'

const batchRows = 1_000
/** The contents of all their prompts are read. */
const batchPipelines = 50
const batchCharacters = 4_000_000
const importLockId = 7_210_315

export type ImportProgress = { phase: 'rows' | 'search'; rows: number; bytes: number }
/** Of the rows that were taken. */
export type TypeCounts = { added: number; changed: number; same: number }
/** `added` and `changed` are prompts. */
export type ImportOutcome = {
  read: number
  added: number
  changed: number
  rejected: number
  types: Partial<Record<RowType, TypeCounts>>
}
export type ImportOptions = {
  url: string
  rows: AsyncIterable<SourceRow>
  /** Makes a row of another shape one of the library's. */
  shape?: (row: unknown, client: Client) => Promise<unknown>
  /** Columns that a row leaves out keep their values, and so do its other languages. */
  partial?: boolean
  dryRun?: boolean
  atomic?: boolean
  wait?: boolean
  reject: (rejected: { line: number; reason: string; row: unknown }) => Promise<void>
  progress?: (progress: ImportProgress) => void
}

type Sourced = { source: SourceRow; row: LibraryRow }
/** In constant memory; what is wrong with a row never stops the rest, and a second run changes nothing. */
class LibraryImport {
  readonly outcome: ImportOutcome = { read: 0, added: 0, changed: 0, rejected: 0, types: {} }
  #client: Client
  #options: ImportOptions
  #references = new References()
  #batch: Sourced[] = []
  #slugs = new Set<string>()
  #characters = 0
  #type: RowType | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor(client: Client, options: ImportOptions) {
    this.#client = client
    this.#options = options
  }

  async run(): Promise<ImportOutcome> {
    await this.#references.loadAll(this.#client)
    let bytes = 0
    for await (const source of this.#options.rows) {
      this.outcome.read++
      bytes = source.bytes
      await this.#addRow(source)
      const most = this.#type === 'pipeline' ? batchPipelines : batchRows
      if (this.#batch.length >= most || this.#characters >= batchCharacters) await this.#flush(bytes)
    }
    await this.#flush(bytes)
    await this.#writing
    return this.outcome
  }

  async #addRow(source: SourceRow) {
    if ('reason' in source) return this.#reject(source, source.reason)
    const { shape } = this.#options
    let given: unknown
    try {
      given = shape ? await this.#afterWriting(() => shape(source.row, this.#client)) : source.row
    } catch (error) {
      return this.#reject(source, (error as Error).message)
    }
    const parsed = LibraryRow.safeParse(given)
    if (!parsed.success) return this.#reject(source, reasonsOf(parsed.error))
    const row = parsed.data
    if (row.type !== this.#type || this.#slugs.has(row.slug)) await this.#flush(source.bytes)
    this.#type = row.type
    this.#batch.push({ source, row })
    this.#slugs.add(row.slug)
    if (row.type === 'prompt')
      for (const text of Object.values(row.texts)) this.#characters += text?.content.length ?? 0
  }

  /** The connection serves one at a time, and a shape may query. */
  async #afterWriting<T>(work: () => Promise<T>): Promise<T> {
    await this.#writing
    return work()
  }

  async #flush(bytes: number) {
    await this.#writing
    const batch = this.#batch
    this.#batch = []
    this.#slugs.clear()
    this.#characters = 0
    const [first] = batch
    if (!first) return
    const rowsSoFar = this.outcome.read
    this.#writing = this.#write(first.row.type, batch).then(() =>
      this.#options.progress?.({ phase: 'rows', rows: rowsSoFar, bytes }),
    )
    // What the next row may refer to must be there.
    if (first.row.type !== 'prompt') await this.#writing
    else this.#writing.catch(() => {})
  }

  async #write(type: RowType, batch: Sourced[]) {
    try {
      const isNested = this.#options.dryRun ?? this.#options.atomic ?? false
      // Whoever edits meanwhile locks items and texts in another order.
      await retryDeadlock(() => inTransaction(this.#client, isNested, () => this.#merge(type, batch)))
    } catch (error) {
      if (!isRowFault(error)) throw error
      const [only] = batch
      if (batch.length === 1 && only) return this.#reject(only.source, (error as Error).message)
      for (const one of batch) await this.#write(type, [one])
    }
    if (References.has(type)) await this.#references.load(this.#client, type)
  }

  async #merge(type: RowType, batch: Sourced[]) {
    const partial = this.#options.partial ?? false
    if (type === 'prompt') {
      const rows = batch.map(({ row }) => resolvePrompt(row as RowOf<'prompt'>, this.#references, partial))
      const merged = await mergePrompts(this.#client, rows, !partial)
      this.outcome.added += merged.added
      this.outcome.changed += merged.changed
      this.#count(type, batch.length, merged)
    } else {
      const given = batch.map(({ row }) => row)
      const rows =
        type === 'pipeline'
          ? await resolvePipelines(this.#client, given as RowOf<'pipeline'>[])
          : given.map((row) => resolve(row, this.#references))
      this.#count(type, batch.length, await mergeSmall(this.#client, type, rows))
    }
  }

  #count(type: RowType, rows: number, { added, changed }: Merged) {
    const counts = (this.outcome.types[type] ??= { added: 0, changed: 0, same: 0 })
    counts.added += added
    counts.changed += changed
    counts.same += rows - added - changed
  }

  async #reject({ line, row }: SourceRow, reason: string) {
    this.outcome.rejected++
    await this.#options.reject({ line, reason, row })
  }
}

/** SQLSTATE classes 22 and 23 are the fault of the data. */
function isRowFault(error: unknown): boolean {
  return error instanceof Unresolved || /^2[23]/.test((error as { code?: string }).code ?? '')
}

/** Throws StartProblem when another import is running in the same database. */
export async function importLibrary(options: ImportOptions): Promise<ImportOutcome> {
  const client = new Client({ connectionString: options.url })
  // The next statement throws what went wrong.
  client.on('error', () => {})
  await client.connect()
  try {
    const lock = options.wait ? 'pg_advisory_lock($1) IS NOT NULL' : 'pg_try_advisory_lock($1)'
    const { rows } = await client.query<{ locked: boolean }>(`SELECT ${lock} AS locked`, [importLockId])
    if (!rows[0]?.locked) throw new StartProblem('Another import is running in this database: wait for its end.')
    // A crash of the database may cost the last batches, never half of one.
    if (!options.atomic) await client.query(`SET synchronous_commit = off; SET "library.defer_search" = 'on'`)
    if (options.dryRun || options.atomic) await client.query('BEGIN')
    const outcome = await new LibraryImport(client, options).run()
    const onSearchRows = (written: number) => options.progress?.({ phase: 'search', rows: written, bytes: 0 })
    if (options.atomic) await client.query('COMMIT')
    else if (!options.dryRun) await writeSearchRows(client, onSearchRows)
    return outcome
  } finally {
    await client.end()
  }
}
