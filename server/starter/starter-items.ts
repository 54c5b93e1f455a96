import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** Of a connection or a transaction, so that what is written and what is recorded of it are one. */
export type Query = <Row extends object>(text: string, values: unknown[]) => Promise<Row[]>

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** Its keys in one order and without what is empty, so that a column of a later release changes no hash. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, field]) => [name, canonical(field)] as const)
  return Object.fromEntries(
    fields.filter(([, field]) => !isEmpty(field)).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
}

export const itemHash = (item: object): string =>
  createHash('sha256')
    .update(JSON.stringify(canonical(item)))
    .digest('base64url')

/** `keep`: somebody edited or removed it, or has something else of that slug. */
export type Decision = 'add' | 'change' | 'same' | 'keep'
type Compared = { shipped: string | undefined; present: string | undefined; next: string }

/** `shipped` is what a release wrote last, `present` what stands there, `next` what this release ships. */
export function threeWayMerge({ shipped, present, next }: Compared): Decision {
  if (present === undefined) return shipped === undefined ? 'add' : 'keep'
  if (present === next) return 'same'
  return present === shipped ? 'change' : 'keep'
}

export type Counts = { added: number; changed: number; same: number; left: number }
export const noCounts = (): Counts => ({ added: 0, changed: 0, same: 0, left: 0 })
const counted = { add: 'added', change: 'changed', same: 'same', keep: 'left' } as const
export const count = (counts: Counts, decision: Decision) => counts[counted[decision]]++

export type StarterItem = { kind: string; slug: string; hash: string }
/** Hashes, by `itemKey`. */
export type Hashes = Map<string, string>
export const itemKey = ({ kind, slug }: { kind: string; slug: string }) => `${kind} ${slug}`
export const hashesOf = (items: StarterItem[]): Hashes => new Map(items.map((item) => [itemKey(item), item.hash]))

/** What the release before the table shipped: databases that it filled have no record of that. */
async function readFormerItems(kinds: string[]): Promise<StarterItem[]> {
  const file = new URL('../../prisma/content/former.json', import.meta.url)
  const former = JSON.parse(await readFile(file, 'utf8')) as Record<string, Record<string, string>>
  return kinds.flatMap((kind) => Object.entries(former[kind] ?? {}).map(([slug, hash]) => ({ kind, slug, hash })))
}

const readItems = (query: Query, kinds: string[]): Promise<StarterItem[]> =>
  query('SELECT kind, slug, hash FROM starter_item WHERE kind = ANY ($1)', [kinds])

export async function writeItems(query: Query, items: StarterItem[]): Promise<void> {
  await query(
    `INSERT INTO starter_item (kind, slug, hash)
     SELECT kind, slug, hash FROM json_to_recordset($1::json) AS row (kind text, slug text, hash text) ORDER BY kind, slug
     ON CONFLICT (kind, slug) DO UPDATE SET hash = excluded.hash WHERE starter_item.hash <> excluded.hash`,
    [JSON.stringify(items)],
  )
}

/** Slugs that lead to items which an admin has called otherwise: these are theirs. */
export async function readLeftSlugs(query: Query, kind: string, slugs: string[]): Promise<Set<string>> {
  const rows = await query<{ slug: string }>('SELECT slug FROM former_slug WHERE kind = $1 AND slug = ANY ($2)', [
    kind,
    slugs,
  ])
  return new Set(rows.map(({ slug }) => slug))
}

type Search = {
  kinds: string[]
  /** What this release ships of the first kind, which tells whether the content is ours. */
  next: StarterItem[]
  /** What stands there of it. */
  readPresent: (slugs: string[]) => Promise<StarterItem[]>
  isReadOnly: boolean
}

/**
 * What releases wrote last. Where none recorded anything, the release before the table did, or the first start has just
 * filled the database; null where nothing of ours is there.
 */
export async function findShipped(
  query: Query,
  { kinds, next, readPresent, isReadOnly }: Search,
): Promise<Hashes | null> {
  const recorded = await readItems(query, kinds)
  if (recorded.length > 0) return hashesOf(recorded)
  const former = await readFormerItems(kinds)
  const ours = [...former, ...next]
  const slugs = new Set(ours.flatMap(({ kind, slug }) => (kind === kinds[0] ? [slug] : [])))
  const known = new Set(ours.map((item) => `${itemKey(item)} ${item.hash}`))
  const present = await readPresent([...slugs])
  if (!present.some((item) => known.has(`${itemKey(item)} ${item.hash}`))) return null
  if (!isReadOnly) await writeItems(query, former)
  return hashesOf(former)
}
