import { Client } from 'pg'
import { StartProblem } from '../settings.ts'
import { mergePrompts, mergeSmall } from './import-merge.ts'
import type { MergedPrompt } from './import-merge.ts'
import { LibraryRow, reasonsOf } from './import-rows.ts'
import type { RowOf, RowType } from './import-rows.ts'
import type { SourceRow } from './import-sources.ts'
import { writeSearchRows } from './search-rows.ts'

/** Prompts written in one transaction at the most, in rows and in characters of text. */
const batchRows = 1_000
const batchSize = 4_000_000
/** Any fixed number: only one import runs in a database at a time. */
const importLock = 7_210_315

export type ImportProgress = { phase: 'rows' | 'search'; rows: number; bytes: number }
export type ImportOutcome = { read: number; added: number; changed: number; rejected: number }
export type ImportOptions = {
  /** Where the database is: the import takes a connection of its own. */
  url: string
  rows: AsyncIterable<SourceRow>
  /** Makes a row of another shape one of the library's; the row as it is where absent. */
  shape?: (row: unknown, client: Client) => Promise<unknown>
  /** Columns that a row of the source leaves out keep their values, and so do its other languages. */
  partial?: boolean
  /** Does it all but keep it. */
  dryRun?: boolean
  /** Waits for another import to end, instead of refusing. */
  wait?: boolean
  reject: (rejected: { line: number; reason: string; row: unknown }) => Promise<void>
  progress?: (progress: ImportProgress) => void
}

type Sourced = { source: SourceRow; row: LibraryRow }
class Unresolved extends Error {}

/** The ids behind the slugs that rows refer to: small lists, whatever the number of prompts. */
class References {
  #ids = new Map<string, number>()
  static readonly tables = {
    model: 'model',
    tag: 'tag',
    functional: 'functional_group',
    category: 'category',
    use_case: 'use_case',
  }

  async load(client: Client, type: keyof typeof References.tables) {
    const { rows } = await client.query<{ id: number; slug: string }>(`SELECT id, slug FROM ${References.tables[type]}`)
    for (const { id, slug } of rows) this.#ids.set(`${type} ${slug}`, id)
  }
  async loadAll(client: Client) {
    for (const type of ['model', 'tag', 'functional', 'category', 'use_case'] as const) await this.load(client, type)
  }
  idOf(type: keyof typeof References.tables, slug: string): number {
    const id = this.#ids.get(`${type} ${slug}`)
    if (id === undefined) throw new Unresolved(`${type}: there is no ${type} "${slug}"`)
    return id
  }
}

function resolve(row: LibraryRow, references: References) {
  const models = (slugs: string[]) => slugs.map((slug) => references.idOf('model', slug))
  switch (row.type) {
    case 'functional':
      return { ...row, model_ids: models(row.models) }
    case 'category':
      return { ...row, functional_group_id: references.idOf('functional', row.functional) }
    case 'use_case':
      return { ...row, category_id: references.idOf('category', row.category) }
    default:
      return row
  }
}

const noText = { short_description: '', how_to_use: '', known_issues: '' }
/** Texts that leave nothing out. */
function whole(texts: RowOf<'prompt'>['texts']): MergedPrompt['texts'] {
  return Object.fromEntries(
    Object.entries(texts).map(([locale, fields]) => [locale, fields && { ...noText, ...fields }]),
  )
}

function resolvePrompt(row: RowOf<'prompt'>, references: References, partial: boolean): MergedPrompt {
  return {
    slug: row.slug,
    use_case_id: references.idOf('use_case', row.use_case),
    required_tier: row.required_tier,
    length_tag: row.length_tag,
    model_ids: partial ? null : row.models.map((slug) => references.idOf('model', slug)),
    tag_ids: partial ? null : row.tags.map((slug) => references.idOf('tag', slug)),
    created_at: row.created_at ?? null,
    texts: partial ? row.texts : whole(row.texts),
  }
}

/** Within a dry run, which is one transaction of its own, the parts are savepoints. */
async function inTransaction<T>(client: Client, dryRun: boolean, work: () => Promise<T>): Promise<T> {
  const [begin, commit, rollback] = dryRun
    ? ['SAVEPOINT part', 'RELEASE part', 'ROLLBACK TO part']
    : ['BEGIN', 'COMMIT', 'ROLLBACK']
  await client.query(begin)
  try {
    const result = await work()
    await client.query(commit)
    return result
  } catch (error) {
    await client.query(rollback)
    throw error
  }
}

/**
 * Reads rows in constant memory and writes them in batches, each whole or not at all; what is wrong with a row never
 * stops the rest. A second run of the same rows changes nothing, and one that was interrupted is simply run again.
 */
class LibraryImport {
  readonly outcome: ImportOutcome = { read: 0, added: 0, changed: 0, rejected: 0 }
  #client: Client
  #options: ImportOptions
  #references = new References()
  #batch: Sourced[] = []
  #slugs = new Set<string>()
  #size = 0
  #type: RowType | null = null
  /** The batch that the database is writing while the next one is read. */
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
      await this.#take(source)
      if (this.#batch.length >= batchRows || this.#size >= batchSize) await this.#flush(bytes)
    }
    await this.#flush(bytes)
    await this.#writing
    return this.outcome
  }

  async #take(source: SourceRow) {
    if ('reason' in source) return this.#reject(source, source.reason)
    const { shape } = this.#options
    let given: unknown
    try {
      given = shape ? await this.#quietly(() => shape(source.row, this.#client)) : source.row
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
    if (row.type === 'prompt') for (const text of Object.values(row.texts)) this.#size += text?.content.length ?? 0
  }

  /** Waits for the connection: a shape may ask the database. */
  async #quietly<T>(work: () => Promise<T>): Promise<T> {
    await this.#writing
    return work()
  }

  async #flush(bytes: number) {
    await this.#writing
    const batch = this.#batch
    this.#batch = []
    this.#slugs.clear()
    this.#size = 0
    const [first] = batch
    if (!first) return
    const rowsSoFar = this.outcome.read
    this.#writing = this.#write(first.row.type, batch).then(() =>
      this.#options.progress?.({ phase: 'rows', rows: rowsSoFar, bytes }),
    )
    // What a row refers to must be known before the next row is looked at.
    if (first.row.type !== 'prompt') await this.#writing
    else this.#writing.catch(() => {})
  }

  async #write(type: RowType, batch: Sourced[]) {
    try {
      await inTransaction(this.#client, this.#options.dryRun ?? false, () => this.#merge(type, batch))
    } catch (error) {
      if (!isAboutData(error)) throw error
      const [only] = batch
      if (batch.length === 1 && only) return this.#reject(only.source, (error as Error).message)
      for (const one of batch) await this.#write(type, [one])
    }
    if (type !== 'prompt') await this.#references.load(this.#client, type)
  }

  async #merge(type: RowType, batch: Sourced[]) {
    const partial = this.#options.partial ?? false
    if (type === 'prompt') {
      const rows = batch.map(({ row }) => resolvePrompt(row as RowOf<'prompt'>, this.#references, partial))
      const { added, changed } = await mergePrompts(this.#client, rows, !partial)
      this.outcome.added += added
      this.outcome.changed += changed
    } else {
      await mergeSmall(
        this.#client,
        type,
        batch.map(({ row }) => resolve(row, this.#references)),
      )
    }
  }

  async #reject({ line, row }: SourceRow, reason: string) {
    this.outcome.rejected++
    await this.#options.reject({ line, reason, row })
  }
}

/** A row's own fault: an unknown reference, or data that PostgreSQL refuses (SQLSTATE classes 22 and 23). */
function isAboutData(error: unknown): boolean {
  return error instanceof Unresolved || /^2[23]/.test((error as { code?: string }).code ?? '')
}

/** Throws StartProblem when another import is running in the same database. */
export async function importLibrary(options: ImportOptions): Promise<ImportOutcome> {
  const client = new Client({ connectionString: options.url })
  // A connection lost between two statements is told by the next one.
  client.on('error', () => {})
  await client.connect()
  try {
    const lock = options.wait ? 'pg_advisory_lock($1) IS NOT NULL' : 'pg_try_advisory_lock($1)'
    const { rows } = await client.query<{ locked: boolean }>(`SELECT ${lock} AS locked`, [importLock])
    if (!rows[0]?.locked) throw new StartProblem('Another import is running in this database: wait for its end.')
    // A crash of the database may cost the last batches, never half of one; the import is then run again.
    await client.query(`SET synchronous_commit = off; SET "library.defer_search" = 'on'`)
    if (options.dryRun) await client.query('BEGIN')
    const outcome = await new LibraryImport(client, options).run()
    if (options.dryRun) return outcome
    await writeSearchRows(client, (written) => options.progress?.({ phase: 'search', rows: written, bytes: 0 }))
    return outcome
  } finally {
    await client.end()
  }
}
