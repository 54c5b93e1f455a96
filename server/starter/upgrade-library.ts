import type { Client } from 'pg'
import { retryDeadlock } from '../sql/deadlocks.ts'
import { shadowLibrary, shadowPrompts } from '../library-import/dry-run.ts'
import { exportStatements } from '../library-import/export.ts'
import { mergePrompts, mergeSmall } from '../library-import/import-merge.ts'
import { resolveSmall } from '../library-import/import-pipelines.ts'
import { References, resolvePrompt } from '../library-import/import-references.ts'
import type { LibraryRow, RowType } from '../library-import/import-rows.ts'
import { inTransactionOrSavepoint } from '../library-import/import-transaction.ts'
import { readStarterRows } from '../library-import/starter.ts'
import {
  count,
  readLeftSlugs,
  threeWayMerge,
  findShipped,
  itemHash,
  itemKey,
  noCounts,
  writeItems,
} from './starter-items.ts'
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
export const hashOfRow = (row: object) => itemHash(withoutDates(row as Record<string, unknown>))

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

/** Of what is made of prompts; null of all else. */
function promptsNamedBy(row: LibraryRow): string[] | null {
  if (row.type === 'prompt_set') return row.prompts
  return row.type === 'pipeline' ? row.steps.map(({ prompt }) => prompt) : null
}

class LibraryUpgrade {
  readonly counts: Partial<Record<RowType, Counts>> = {}
  #client: Client
  #query: Query
  #shipped: Hashes
  #mayAdd: boolean
  #references = new References()
  /** Where new rows may come in: what stands as it was shipped, in what does. */
  #open = new Set<string>()

  constructor(client: Client, query: Query, { shipped, mayAdd }: { shipped: Hashes; mayAdd: boolean }) {
    this.#client = client
    this.#query = query
    this.#shipped = shipped
    this.#mayAdd = mayAdd
  }

  async run(rows: LibraryRow[]) {
    await this.#references.loadAll(this.#client)
    for (const type of types) {
      const all = rows.filter((row) => row.type === type)
      for (let at = 0; at < all.length; at += batchRows) {
        const batch = all.slice(at, at + batchRows)
        await retryDeadlock(() => inTransactionOrSavepoint(this.#client, false, () => this.#merge(type, batch)))
        if (References.has(type)) await this.#references.load(this.#client, type)
      }
    }
    return this.counts
  }

  async #merge(type: RowType, batch: LibraryRow[]) {
    const slugs = batch.map(({ slug }) => slug)
    await this.#query(lockSql(type), [slugs])
    const present = await readPresent(this.#query, type, slugs)
    const left = await readLeftSlugs(this.#query, type, slugs)
    const decided = batch.map((shippedRow) => {
      const row = this.#withKnownReferences(shippedRow)
      const hash = hashOfRow(row)
      const decision = left.has(row.slug) ? 'keep' : this.#decide(row, hash, present.get(row.slug))
      return { row, hash, decision }
    })
    const written = decided.filter(({ decision }) => decision === 'add' || decision === 'change')
    await this.#write(
      type,
      written.map(({ row, decision }) => (decision === 'add' ? row : { ...row, position: undefined })),
    )
    const recorded = decided.filter(({ decision }) => decision !== 'keep')
    await writeItems(
      this.#query,
      recorded.map(({ row, hash }) => ({ kind: type, slug: row.slug, hash })),
    )
    const counts = (this.counts[type] ??= noCounts())
    for (const { row, decision } of decided) {
      count(counts, decision)
      if (this.#isOpened(row, decision)) this.#open.add(itemKey({ kind: type, slug: row.slug }))
    }
  }

  #decide(row: LibraryRow, next: string, present: PresentRow | undefined): Decision {
    const decision = threeWayMerge({
      shipped: this.#shipped.get(itemKey({ kind: row.type, slug: row.slug })),
      present: present && hashOfRow(present),
      next,
    })
    if (decision !== 'add' && decision !== 'change') return decision
    if (decision === 'add' && !this.#mayAdd) return 'keep'
    const isMoved = present && parentOf(present)?.slug !== parentOf(row)?.slug
    const needsNoParent = decision === 'change' && !isMoved && !promptsNamedBy(row)
    return needsNoParent || this.#isParentOpen(row) ? decision : 'keep'
  }

  #isParentOpen(row: LibraryRow): boolean {
    // Its inputs fit its prompts as they were shipped.
    const named = promptsNamedBy(row)
    if (named) return named.every((slug) => this.#open.has(itemKey({ kind: 'prompt', slug })))
    const parent = parentOf(row)
    return parent === null || this.#open.has(itemKey({ kind: parent.type, slug: parent.slug }))
  }

  /** A functional group is a tab: it may be called otherwise and still take what is new. */
  #isOpened(row: LibraryRow, decision: Decision): boolean {
    if (row.type === 'functional' && this.#shipped.has(itemKey({ kind: row.type, slug: row.slug })))
      return this.#references.has(row.type, row.slug)
    return decision !== 'keep' && this.#isParentOpen(row)
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
    } else await mergeSmall(this.#client, type, await resolveSmall(this.#client, rows, this.#references))
  }
}

const itemOf = (row: { slug: string }) => ({ kind: 'prompt', slug: row.slug, hash: hashOfRow(row) })

const openPrompts = `SELECT EXISTS (
  SELECT FROM effective_prompt JOIN starter_item USING (slug) WHERE kind = 'prompt') AS "hasOpen"`

/** Beside the library's tables, those of `shadowLibrary`. */
async function shadowItems(client: Client): Promise<void> {
  await client.query('CREATE TEMPORARY TABLE starter_item (LIKE public.starter_item INCLUDING ALL)')
  await client.query('INSERT INTO pg_temp.starter_item SELECT * FROM public.starter_item')
}

/**
 * What nobody edited comes to what this release ships, in steps that each are whole; whoever has removed all of it gets
 * nothing new. A dry run works on a copy that goes with the connection.
 */
export async function upgradeLibrary(client: Client, dryRun: boolean): Promise<Partial<Record<RowType, Counts>>> {
  const query: Query = async (text, values) => (await client.query(text, values)).rows
  const rows = await readStarterRows()
  const prompts = rows.filter(({ type }) => type === 'prompt')
  if (dryRun) {
    await shadowLibrary(client)
    await shadowItems(client)
    await shadowPrompts(
      client,
      prompts.map(({ slug }) => slug),
    )
  }
  const shipped = await findShipped(query, {
    kinds,
    next: prompts.map(itemOf),
    readPresent: async (slugs) => {
      if (dryRun) await shadowPrompts(client, slugs)
      return [...(await readPresent(query, 'prompt', slugs)).values()].map(itemOf)
    },
    isReadOnly: false,
  })
  if (!shipped) return {}
  const [found] = await query<{ hasOpen: boolean }>(openPrompts, [])
  return new LibraryUpgrade(client, query, { shipped, mayAdd: found?.hasOpen ?? false }).run(rows)
}
