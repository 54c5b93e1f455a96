import type { Client } from 'pg'
import { DatabaseClient } from '../database/database-client.ts'
import { inBatches } from '../database/batches.ts'
import { advisoryLockIds } from '../database/locks.ts'
import type { Locale } from '#shared/locale.ts'
import { librarySlugPattern } from '#shared/slugs.ts'
import { StartProblem } from '../settings/settings.ts'
import { translateMessage } from '../translate.ts'
import { createShadowTables, shadowPrompts } from './dry-run.ts'
import { mergePrompts, mergeNonPromptRows } from './import-merge.ts'
import type { MergeCounts } from './import-merge.ts'
import { resolveNonPromptRows } from './import-pipelines.ts'
import {
  readNonStandardSlugs,
  readFormerSlugs,
  References,
  resolvePromptReferences,
  withCurrentSlugs,
} from './import-references.ts'
import { parseRow } from './import-rows.ts'
import type { LibraryRow, RowOf, RowType } from './import-rows.ts'
import type { SourceRow } from './import-sources.ts'
import { inTransactionOrSavepoint } from './import-transaction.ts'
import { reasonsText, RowProblem } from './reasons.ts'
import { retryDeadlock } from '../sql/deadlocks.ts'
import { writeOutlines } from '../library/outlines.ts'
import { writeSearchRows } from '../library/search-rows.ts'

const batchRows = 1_000
const batchPipelines = 50 // fewer than rows, since the texts of all their prompts are read
const batchCharacters = 4_000_000

export type ImportProgress = { phase: 'rows' | 'search'; rows: number; bytes: number }
export type TypeCounts = { added: number; changed: number; same: number }
/** Result of an import. `read` and `rejected` count rows; `added` and `changed` count prompts. */
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
  /** Converts a row of another format. Throws RowProblem for an invalid row. */
  convert?: (source: SourceRow, client: Client) => Promise<unknown>
  partial?: boolean // omitted columns and languages keep their values
  dryRun?: boolean
  atomic?: boolean
  waitForLock?: boolean
  locale?: Locale // language of rejection reasons, English by default
  reject: (rejected: { line: number; reason: string; row: unknown }) => Promise<void>
  progress?: (progress: ImportProgress) => void
}

type Sourced = { source: SourceRow; row: LibraryRow }
type Rejected = Parameters<ImportOptions['reject']>[0]
/** Imports rows in batches, so that memory does not grow. Skips invalid rows. A second run changes nothing. */
class LibraryImport {
  readonly outcome: ImportOutcome = { read: 0, added: 0, changed: 0, rejected: 0, types: {} }
  #client: Client
  #options: ImportOptions
  #references = new References()
  #renamed: Awaited<ReturnType<typeof readFormerSlugs>> = new Map()
  #nonStandardSlugs: ReadonlySet<string> = new Set()
  #batch: Sourced[] = []
  #rejected: Rejected[] = [] // rejected rows, reported after their batch, in file order
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
    this.#renamed = await readFormerSlugs(this.#client)
    this.#nonStandardSlugs = await readNonStandardSlugs(this.#client)
    let bytes = 0
    for await (const source of this.#options.rows) {
      this.outcome.read++
      await this.#addRow(source, source.bytes - bytes)
      bytes = source.bytes
      const most = this.#type === 'pipeline' ? batchPipelines : batchRows
      if (this.#batch.length + this.#rejected.length >= most || this.#characters >= batchCharacters)
        await this.#flush(bytes)
    }
    await this.#flush(bytes)
    await this.#writing
    return this.outcome
  }

  async #addRow(source: SourceRow, size: number) {
    const { locale = 'en' } = this.#options
    const reject = (reason: string) => {
      this.#characters += size
      this.#reject(this.#rejected, source, reason)
    }
    if (source.reason) return reject(translateMessage(locale, source.reason))
    const parsed = await this.#parse(source, locale)
    if ('reason' in parsed) return reject(parsed.reason)
    const row = withCurrentSlugs(parsed.row, this.#renamed)
    if (!librarySlugPattern.test(row.slug) && !this.#nonStandardSlugs.has(`${row.type} ${row.slug}`))
      return reject(this.#reasonOf(new RowProblem([{ at: 'slug', message: 'import.slug' }])))
    if (row.type !== this.#type || this.#slugs.has(row.slug)) await this.#flush(source.bytes)
    this.#type = row.type
    this.#batch.push({ source, row })
    this.#slugs.add(row.slug)
    if (row.type === 'prompt')
      for (const text of Object.values(row.texts)) this.#characters += text?.content.length ?? 0
  }

  async #parse(source: SourceRow, locale: Locale): Promise<ReturnType<typeof parseRow>> {
    const { convert } = this.#options
    if (!convert) return parseRow(source.row, locale)
    // Waits, since `convert` may query, and the connection runs one query at a time.
    await this.#writing
    try {
      return parseRow(await convert(source, this.#client), locale)
    } catch (error) {
      if (error instanceof RowProblem) return { reason: this.#reasonOf(error) }
      throw error
    }
  }

  async #flush(bytes: number) {
    await this.#writing
    const [batch, rejected] = [this.#batch, this.#rejected]
    this.#batch = []
    this.#rejected = []
    this.#slugs.clear()
    this.#characters = 0
    const [first] = batch
    if (!first) return this.#report(rejected)
    const rowsSoFar = this.outcome.read
    this.#writing = this.#write(first.row.type, batch, rejected)
      .then(() => this.#report(rejected))
      .then(() => this.#options.progress?.({ phase: 'rows', rows: rowsSoFar, bytes }))
    // Waits, since the next row may refer to these rows.
    if (first.row.type !== 'prompt') await this.#writing
    else this.#writing.catch(() => {})
  }

  async #write(type: RowType, batch: Sourced[], rejected: Rejected[]) {
    try {
      if (this.#options.dryRun) await shadowPrompts(this.#client, promptsNamedBy(batch))
      const isNested = this.#options.atomic ?? false
      // Retries after a deadlock, since edits lock items and texts in another order.
      await retryDeadlock(() => inTransactionOrSavepoint(this.#client, isNested, () => this.#merge(type, batch)))
    } catch (error) {
      if (!isRowFault(error)) throw error
      const [only] = batch
      if (batch.length === 1 && only) return this.#reject(rejected, only.source, this.#reasonOf(error as Error))
      for (const one of batch) await this.#write(type, [one], rejected)
    }
    if (References.has(type)) await this.#references.load(this.#client, type)
  }

  async #merge(type: RowType, batch: Sourced[]) {
    const partial = this.#options.partial ?? false
    if (type === 'prompt') {
      const rows = batch.map(({ row }) => resolvePromptReferences(row as RowOf<'prompt'>, this.#references, partial))
      const merged = await mergePrompts(this.#client, rows, !partial)
      this.outcome.added += merged.added
      this.outcome.changed += merged.changed
      this.#count(type, batch.length, merged)
    } else {
      const sourceRows = batch.map(({ row }) => row)
      const rows = await resolveNonPromptRows(this.#client, sourceRows, this.#references)
      this.#count(type, batch.length, await mergeNonPromptRows(this.#client, type, rows))
    }
  }

  #count(type: RowType, rows: number, { added, changed }: MergeCounts) {
    const counts = (this.outcome.types[type] ??= { added: 0, changed: 0, same: 0 })
    counts.added += added
    counts.changed += changed
    counts.same += rows - added - changed
  }

  #reasonOf(error: Error): string {
    return error instanceof RowProblem ? reasonsText(error.reasons, this.#options.locale ?? 'en') : error.message
  }

  #reject(rejected: Rejected[], { line, row }: SourceRow, reason: string) {
    this.outcome.rejected++
    rejected.push({ line, reason, row })
  }

  async #report(rejected: Rejected[]) {
    for (const one of rejected.toSorted((a, b) => a.line - b.line)) await this.#options.reject(one)
  }
}

const promptsNamedBy = (batch: Sourced[]): string[] =>
  batch.flatMap(({ row }) => {
    if (row.type === 'prompt') return [row.slug]
    if (row.type === 'prompt_set') return row.prompts
    return row.type === 'pipeline' ? row.steps.map(({ prompt }) => prompt) : []
  })

/** True for an error in the data: SQLSTATE class 22 or 23. */
function isRowFault(error: unknown): boolean {
  return error instanceof RowProblem || /^2[23]/.test((error as { code?: string }).code ?? '')
}

async function lockImports(client: Client, waits: boolean): Promise<void> {
  const lock = waits ? 'pg_advisory_lock($1) IS NOT NULL' : 'pg_try_advisory_lock($1)'
  const { rows } = await client.query<{ locked: boolean }>(`SELECT ${lock} AS locked`, [advisoryLockIds.libraryImport])
  if (!rows[0]?.locked) throw new StartProblem('Another import is running in this database: wait for its end.')
}

const writeImportedOutlines = (client: Client) =>
  inBatches(
    () => inTransactionOrSavepoint(client, false, () => writeOutlines((text, values) => client.query(text, values))),
    { rows: 1 },
  )

/** Runs an import. Throws StartProblem if another one is running. A dry run takes no lock and writes nothing. */
export async function importLibrary(options: ImportOptions): Promise<ImportOutcome> {
  const client = new DatabaseClient({ connectionString: options.url })
  client.on('error', () => {}) // the next statement throws the error
  await client.connect()
  try {
    if (options.dryRun) await createShadowTables(client)
    else await lockImports(client, options.waitForLock ?? false)
    // With this setting, a database crash may lose the last batches, but no part of a batch.
    if (!options.atomic) await client.query(`SET synchronous_commit = off; SET "library.defer_search" = 'on'`)
    if (options.atomic) await client.query('BEGIN')
    const outcome = await new LibraryImport(client, options).run()
    const onSearchRows = (written: number) => options.progress?.({ phase: 'search', rows: written, bytes: 0 })
    if (options.atomic) await client.query('COMMIT')
    else if (!options.dryRun) await writeSearchRows(client, onSearchRows)
    if (!options.dryRun) await writeImportedOutlines(client)
    return outcome
  } finally {
    await client.end()
  }
}
