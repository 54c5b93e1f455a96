import type { Client } from 'pg'
import { DatabaseClient } from '../database/database-client.ts'
import { locks } from '../database/locks.ts'
import { databaseUrl, db } from '../database/db.ts'
import { addAuditEntry } from '../editing/audit.ts'
import { retryDeadlock } from '../sql/deadlocks.ts'
import { readContentVersion } from './content-version.ts'
import type { Counts } from './starter-items.ts'
import { findShippedOf, upgradeItems } from './upgrade-items.ts'
import type { StarterKind, Transaction } from './upgrade-items.ts'
import { upgradeLibrary } from './upgrade-library.ts'
import { faqKind, sectionKind, testimonialKind } from './upgrade-lists.ts'
import { upgradePosts } from './upgrade-posts.ts'

/** By kind. */
export type UpgradeOutcome = Record<string, Counts>
type UpgradeOptions = { author_name: string; dryRun?: boolean }

/** Of a dry run each fails that would write. */
const transactionFor =
  (dryRun: boolean) =>
  <Result>(callback: (transaction: Transaction) => Promise<Result>): Promise<Result> =>
    retryDeadlock(() =>
      db.$transaction(async (transaction) => {
        if (dryRun) await transaction.$executeRaw`SET TRANSACTION READ ONLY`
        return callback(transaction)
      }),
    )

async function upgradeKind<Item extends { slug: string }>(
  transaction: Transaction,
  kind: StarterKind<Item>,
  dryRun: boolean,
): Promise<UpgradeOutcome> {
  if (!dryRun) await kind.lock?.(transaction)
  const shipped = await findShippedOf(transaction, kind, { dryRun })
  return shipped ? { [kind.kind]: (await upgradeItems(transaction, kind, shipped, dryRun)).counts } : {}
}

const isKnown = async (version: string) => (await db.starterVersion.count({ where: { version } })) > 0

async function upgradeAll(client: Client, { author_name, dryRun = false }: UpgradeOptions): Promise<UpgradeOutcome> {
  const inTransaction = transactionFor(dryRun)
  const library = await upgradeLibrary(client, dryRun)
  const posts = await upgradePosts({ author_name, dryRun }, inTransaction)
  const sections = await sectionKind(author_name)
  const faq = await faqKind()
  const testimonials = await testimonialKind()
  const upgrade = <Item extends { slug: string }>(kind: StarterKind<Item>) =>
    inTransaction((transaction) => upgradeKind(transaction, kind, dryRun))
  return {
    ...library,
    ...posts,
    ...(await upgrade(sections)),
    ...(await upgrade(faq)),
    ...(await upgrade(testimonials)),
  }
}

export const changesOf = (outcome: UpgradeOutcome): UpgradeOutcome =>
  Object.fromEntries(Object.entries(outcome).filter(([, { added, changed }]) => added + changed > 0))

/**
 * Brings what nobody edited to what this release ships, and records it. Servers that start at once take turns; what a kill
 * interrupts the next start goes on with. A version that the database once had is not brought back: null. A dry run says what
 * would be done, and locks nothing, writes nothing and waits for nobody.
 */
export async function upgradeStarterContent(options: UpgradeOptions): Promise<UpgradeOutcome | null> {
  const version = await readContentVersion()
  const client = new DatabaseClient({ connectionString: databaseUrl, application_name: 'starter content' })
  // The next statement throws what went wrong.
  client.on('error', () => {})
  await client.connect()
  try {
    if (!options.dryRun) await client.query('SELECT pg_advisory_lock($1)', [locks.starterUpgrade])
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
