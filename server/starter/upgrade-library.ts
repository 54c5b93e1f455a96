import type { Client } from 'pg'
import { retryDeadlock } from '../library/deadlocks.ts'
import { exportStatements } from '../library-import/export.ts'
import { mergePrompts, mergeSmall } from '../library-import/import-merge.ts'
import { resolvePipelines } from '../library-import/import-pipelines.ts'
import { References, resolve, resolvePrompt } from '../library-import/import-references.ts'
import type { LibraryRow, RowType } from '../library-import/import-rows.ts'
import { inTransaction } from '../library-import/import-transaction.ts'
import { readStarterRows } from '../library-import/starter.ts'
import { count, decide, findShipped, hashOf, keyOf, noCounts, writeItems } from './starter-items.ts'
import type { Counts, Decision, Hashes, Query } from './starter-items.ts'

/** So few that whoever rates or edits one of them waits for a moment at most. */
const batchRows = 25
const types = Object.keys(exportStatements) as RowType[]
/** Others may have models and tags that are called as ours are; a prompt is no coincidence. */
const kinds = ['prompt', ...types.filter((type) => type !== 'prompt')]

type PresentRow = { slug: string; functional?: string; category?: string; use_case?: string }
type Present = Map<string, PresentRow>

const withoutDates = ({ created_at: _created_at, position: _position, ...row }: Record<string, unknown>) => row
/** Dates and places in lists are nobody's words: they count for no edit. */
export const hashOfRow = (row: object) => hashOf(withoutDates(row as Record<string, unknown>))

export async function readPresent(query: Query, type: RowType, slugs: string[]): Promise<Present> {
  const rows = await query<PresentRow>(`SELECT * FROM (${exportStatements[type]}) AS row WHERE slug = ANY ($1)`, [
    slugs,
  ])
  return new Map(rows.map((row) => [row.slug, row]))
}

const lockSql = (type: RowType) =>
  `SELECT FROM ${References.has(type) ? References.tables[type] : type} WHERE slug = ANY ($1) ORDER BY id FOR NO KEY UPDATE`

/** What a row stands in. */
function parentOf(row: PresentRow | LibraryRow): { type: RowType; slug: string } | null {
  if ('use_case' in row && row.use_case) return { type: 'use_case', slug: row.use_case }
  if ('category' in row && row.category) return { type: 'category', slug: row.category }
  if ('functional' in row && row.functional) return { type: 'functional', slug: row.functional }
  return null
}

class LibraryUpgrade {
  readonly counts: Partial<Record<RowType, Counts>> = {}
  #client: Client
  #query: Query
  #isNested: boolean
  #shipped: Hashes
  #mayAdd: boolean
  #references = new References()
  /** Where new rows may come in: what stands as it was shipped, in what does. */
  #open = new Set<string>()

  constructor(
    client: Client,
    query: Query,
    { shipped, mayAdd, isNested }: { shipped: Hashes; mayAdd: boolean; isNested: boolean },
  ) {
    this.#client = client
    this.#query = query
    this.#shipped = shipped
    this.#mayAdd = mayAdd
    this.#isNested = isNested
  }

  async run(rows: LibraryRow[]) {
    await this.#references.loadAll(this.#client)
    for (const type of types) {
      const all = rows.filter((row) => row.type === type)
      for (let at = 0; at < all.length; at += batchRows) {
        const batch = all.slice(at, at + batchRows)
        await retryDeadlock(() => inTransaction(this.#client, this.#isNested, () => this.#merge(type, batch)))
        if (References.has(type)) await this.#references.load(this.#client, type)
      }
    }
    return this.counts
  }

  async #merge(type: RowType, batch: LibraryRow[]) {
    const slugs = batch.map(({ slug }) => slug)
    await this.#query(lockSql(type), [slugs])
    const present = await readPresent(this.#query, type, slugs)
    const decided = batch.map((given) => {
      const row = this.#withKnownReferences(given)
      const hash = hashOfRow(row)
      return { row, hash, decision: this.#decide(row, hash, present.get(row.slug)) }
    })
    const written = decided.filter(({ decision }) => decision === 'add' || decision === 'change')
    await this.#write(
      type,
      written.map(({ row, decision }) =>
        decision === 'add' ? row : { ...row, created_at: undefined, position: undefined },
      ),
    )
    const recorded = decided.filter(({ decision }) => decision !== 'leave')
    await writeItems(
      this.#query,
      recorded.map(({ row, hash }) => ({ kind: type, slug: row.slug, hash })),
    )
    const counts = (this.counts[type] ??= noCounts())
    for (const { row, decision } of decided) {
      count(counts, decision)
      if (this.#isOpened(row, decision)) this.#open.add(keyOf({ kind: type, slug: row.slug }))
    }
  }

  #decide(row: LibraryRow, next: string, present: PresentRow | undefined): Decision {
    const decision = decide({
      shipped: this.#shipped.get(keyOf({ kind: row.type, slug: row.slug })),
      present: present && hashOfRow(present),
      next,
    })
    if (decision !== 'add' && decision !== 'change') return decision
    if (decision === 'add' && !this.#mayAdd) return 'leave'
    const isMoved = present && parentOf(present)?.slug !== parentOf(row)?.slug
    const staysInPlace = decision === 'change' && !isMoved && row.type !== 'pipeline'
    return staysInPlace || this.#isParentOpen(row) ? decision : 'leave'
  }

  #isParentOpen(row: LibraryRow): boolean {
    // Its inputs fit its prompts as they were shipped.
    if (row.type === 'pipeline')
      return row.steps.every(({ prompt }) => this.#open.has(keyOf({ kind: 'prompt', slug: prompt })))
    const parent = parentOf(row)
    return parent === null || this.#open.has(keyOf({ kind: parent.type, slug: parent.slug }))
  }

  /** A functional group is a tab: it may be called otherwise and still take what is new. */
  #isOpened(row: LibraryRow, decision: Decision): boolean {
    if (row.type === 'functional' && this.#shipped.has(keyOf({ kind: row.type, slug: row.slug })))
      return this.#references.has(row.type, row.slug)
    return decision !== 'leave' && this.#isParentOpen(row)
  }

  /** Without the models and tags that somebody removed. */
  #withKnownReferences<Row extends LibraryRow>(row: Row): Row {
    const known = (type: 'model' | 'tag', slugs: string[]) => slugs.filter((slug) => this.#references.has(type, slug))
    return {
      ...row,
      ...('models' in row && { models: known('model', row.models) }),
      ...('tags' in row && { tags: known('tag', row.tags) }),
    }
  }

  async #write(type: RowType, rows: LibraryRow[]) {
    if (rows.length === 0) return
    if (type === 'prompt') {
      const prompts = rows
        .filter((row) => row.type === 'prompt')
        .map((row) => resolvePrompt(row, this.#references, false))
      await mergePrompts(this.#client, prompts, true)
    } else if (type === 'pipeline') {
      const pipelines = await resolvePipelines(
        this.#client,
        rows.filter((row) => row.type === 'pipeline'),
      )
      await mergeSmall(this.#client, type, pipelines)
    } else {
      await mergeSmall(
        this.#client,
        type,
        rows.map((row) => resolve(row, this.#references)),
      )
    }
  }
}

const itemOf = (row: { slug: string }) => ({ kind: 'prompt', slug: row.slug, hash: hashOfRow(row) })

const openPrompts = `SELECT EXISTS (
  SELECT FROM effective_prompt JOIN starter_item USING (slug) WHERE kind = 'prompt') AS "hasOpen"`

/** What nobody edited comes to what this release ships, in steps that each are whole; whoever has removed all of it gets nothing new. */
export async function upgradeLibrary(client: Client, isNested: boolean): Promise<Partial<Record<RowType, Counts>>> {
  const query: Query = async (text, values) => (await client.query(text, values)).rows
  const rows = await readStarterRows()
  const shipped = await findShipped(query, {
    kinds,
    next: rows.filter(({ type }) => type === 'prompt').map(itemOf),
    readPresent: async (slugs) => [...(await readPresent(query, 'prompt', slugs)).values()].map(itemOf),
  })
  if (!shipped) return {}
  const [found] = await query<{ hasOpen: boolean }>(openPrompts, [])
  return new LibraryUpgrade(client, query, { shipped, mayAdd: found?.hasOpen ?? false, isNested }).run(rows)
}
