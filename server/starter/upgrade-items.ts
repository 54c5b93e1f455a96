import type { Prisma } from '../database/db.ts'
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
import type { Counts, Hashes, Query } from './starter-items.ts'

export type Transaction = Prisma.TransactionClient

export const queryOf =
  (transaction: Transaction): Query =>
  (text, values) =>
    transaction.$queryRawUnsafe(text, ...values)

/** What a release ships of one kind, each with a slug. */
export type StarterKind<Item extends { slug: string }> = {
  kind: string
  items: Item[]
  /** What counts of an item, as `read` tells it of what stands there. */
  stateOf: (item: Item) => object
  /** What `read` finds, before it is written. */
  lock?: (transaction: Transaction) => Promise<unknown>
  read: (transaction: Transaction, slugs: string[]) => Promise<Map<string, object>>
  write: (transaction: Transaction, item: Item, decision: 'add' | 'change') => Promise<unknown>
  /** Whether a site that has it so shows it. */
  isShown?: (state: object) => boolean
}

const slugsOf = (items: { slug: string }[]) => items.map(({ slug }) => slug)

/** Null where nothing of ours is there. */
export const findShippedOf = <Item extends { slug: string }>(
  transaction: Transaction,
  { kind, items, stateOf, read }: StarterKind<Item>,
  { otherKinds = [], dryRun }: { otherKinds?: string[]; dryRun: boolean },
): Promise<Hashes | null> =>
  findShipped(queryOf(transaction), {
    kinds: [kind, ...otherKinds],
    isReadOnly: dryRun,
    next: items.map((item) => ({ kind, slug: item.slug, hash: itemHash(stateOf(item)) })),
    readPresent: async (slugs) =>
      [...(await read(transaction, slugs))].map(([slug, state]) => ({ kind, slug, hash: itemHash(state) })),
  })

/** What was decided, and the slugs that stand there then. */
type Upgraded = { counts: Counts; slugs: Set<string> }

/** What is new comes only where some of what came before is still shown. What `read` finds must be locked; a dry run writes nothing. */
export async function upgradeItems<Item extends { slug: string }>(
  transaction: Transaction,
  { kind, items, stateOf, read, write, isShown = () => true }: StarterKind<Item>,
  shipped: Hashes,
  dryRun: boolean,
): Promise<Upgraded> {
  const counts = noCounts()
  const shippedSlugs = [...shipped.keys()].flatMap((key) =>
    key.startsWith(`${kind} `) ? [key.slice(kind.length + 1)] : [],
  )
  const present = await read(transaction, [...new Set([...shippedSlugs, ...slugsOf(items)])])
  const left = await readLeftSlugs(queryOf(transaction), kind, slugsOf(items))
  const shows = (slug: string) => isShown(present.get(slug) ?? {})
  const mayAdd = [...present.keys()].some((slug) => shipped.has(itemKey({ kind, slug })) && shows(slug))
  const slugs = new Set(present.keys())
  for (const item of items) {
    const { slug } = item
    const [state, hash] = [present.get(slug), itemHash(stateOf(item))]
    const decided = threeWayMerge({
      shipped: shipped.get(itemKey({ kind, slug })),
      present: state && itemHash(state),
      next: hash,
    })
    const decision = left.has(slug) || (decided === 'add' && !mayAdd) ? 'keep' : decided
    count(counts, decision)
    if (decision === 'add') slugs.add(slug)
    if (dryRun || decision === 'keep') continue
    if (decision !== 'same') await write(transaction, item, decision)
    await writeItems(queryOf(transaction), [{ kind, slug, hash }])
  }
  return { counts, slugs }
}
