import type { Prisma } from '../db.ts'
import { count, decide, findShipped, hashOf, keyOf, noCounts, writeItems } from './starter-items.ts'
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
  otherKinds: string[] = [],
): Promise<Hashes | null> =>
  findShipped(queryOf(transaction), {
    kinds: [kind, ...otherKinds],
    next: items.map((item) => ({ kind, slug: item.slug, hash: hashOf(stateOf(item)) })),
    readPresent: async (slugs) =>
      [...(await read(transaction, slugs))].map(([slug, state]) => ({ kind, slug, hash: hashOf(state) })),
  })

/** What is new comes only where some of what came before is still shown. What `read` finds must be locked. */
export async function upgradeItems<Item extends { slug: string }>(
  transaction: Transaction,
  { kind, items, stateOf, read, write, isShown = () => true }: StarterKind<Item>,
  shipped: Hashes,
): Promise<Counts> {
  const counts = noCounts()
  const shippedSlugs = [...shipped.keys()].flatMap((key) =>
    key.startsWith(`${kind} `) ? [key.slice(kind.length + 1)] : [],
  )
  const present = await read(transaction, [...new Set([...shippedSlugs, ...slugsOf(items)])])
  const shows = (slug: string) => isShown(present.get(slug) ?? {})
  const mayAdd = [...present.keys()].some((slug) => shipped.has(keyOf({ kind, slug })) && shows(slug))
  for (const item of items) {
    const { slug } = item
    const [state, hash] = [present.get(slug), hashOf(stateOf(item))]
    const decided = decide({ shipped: shipped.get(keyOf({ kind, slug })), present: state && hashOf(state), next: hash })
    const decision = decided === 'add' && !mayAdd ? 'leave' : decided
    if (decision === 'add' || decision === 'change') await write(transaction, item, decision)
    if (decision !== 'leave') await writeItems(queryOf(transaction), [{ kind, slug, hash }])
    count(counts, decision)
  }
  return counts
}
