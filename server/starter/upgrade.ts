import { Client } from 'pg'
import { databaseUrl, db } from '../db.ts'
import { addAuditEntry } from '../editing/audit.ts'
import { retryDeadlock } from '../library/deadlocks.ts'
import { lockList } from '../site/list-order.ts'
import type { ListKind } from '../site/list-order.ts'
import { readContentVersion } from './content-version.ts'
import type { Counts } from './starter-items.ts'
import { findShippedOf, upgradeItems } from './upgrade-items.ts'
import type { StarterKind, Transaction } from './upgrade-items.ts'
import { upgradeLibrary } from './upgrade-library.ts'
import { faqKind, sectionKind, testimonialKind } from './upgrade-lists.ts'
import { upgradePosts } from './upgrade-posts.ts'

const upgradeLock = 7_210_340

/** By kind. */
export type UpgradeOutcome = Record<string, Counts>
type UpgradeOptions = { author_name: string; dryRun?: boolean }

class TakenBack extends Error {}

const transactionFor =
  (dryRun: boolean) =>
  async <Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> => {
    let result: { value: Result } | undefined
    const attempt = () =>
      db.$transaction(async (transaction) => {
        result = { value: await work(transaction) }
        if (dryRun) throw new TakenBack()
      })
    await retryDeadlock(attempt).catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error
    })
    if (!result) throw new Error('The transaction had no result.')
    return result.value
  }

async function upgradeKind<Item extends { slug: string }>(
  transaction: Transaction,
  kind: StarterKind<Item>,
): Promise<UpgradeOutcome> {
  const shipped = await findShippedOf(transaction, kind)
  return shipped ? { [kind.kind]: await upgradeItems(transaction, kind, shipped) } : {}
}

const isKnown = async (version: string) => (await db.starterVersion.count({ where: { version } })) > 0

async function upgradeAll(client: Client, { author_name, dryRun = false }: UpgradeOptions): Promise<UpgradeOutcome> {
  const inTransaction = transactionFor(dryRun)
  if (dryRun) await client.query('BEGIN')
  const library = await upgradeLibrary(client, dryRun)
  const posts = await upgradePosts(author_name, inTransaction)
  const sections = await sectionKind(author_name)
  const faq = await faqKind()
  const testimonials = await testimonialKind()
  const inList = <Item extends { slug: string }>(list: ListKind, kind: StarterKind<Item>) =>
    inTransaction(async (transaction) => {
      await lockList(transaction, list)
      return upgradeKind(transaction, kind)
    })
  return {
    ...library,
    ...posts,
    ...(await inTransaction((transaction) => upgradeKind(transaction, sections))),
    ...(await inList('faq_item', faq)),
    ...(await inList('testimonial', testimonials)),
  }
}

export const changesOf = (outcome: UpgradeOutcome): UpgradeOutcome =>
  Object.fromEntries(Object.entries(outcome).filter(([, { added, changed }]) => added + changed > 0))

/**
 * Brings what nobody edited to what this release ships, and records it. Servers that start at once take turns; what a kill
 * interrupts the next start goes on with. A version that the database once had is not brought back: null.
 */
export async function upgradeStarterContent(options: UpgradeOptions): Promise<UpgradeOutcome | null> {
  const version = await readContentVersion()
  const client = new Client({ connectionString: databaseUrl, application_name: 'starter content' })
  // The next statement throws what went wrong.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [upgradeLock])
    if (await isKnown(version)) return null
    // A crash of the database may cost the last steps, never half of one; the version is written after all of them.
    await client.query('SET synchronous_commit = off')
    const outcome = await upgradeAll(client, options)
    if (options.dryRun) return outcome
    const types = changesOf(outcome)
    await db.$transaction(async (transaction) => {
      await transaction.starterVersion.create({ data: { version } })
      if (Object.keys(types).length > 0)
        await addAuditEntry(transaction, {
          actor_id: null,
          kind: 'library',
          action: 'imported',
          target: 'starter',
          after: { types },
        })
    })
    return outcome
  } finally {
    await client.end()
  }
}
