import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { DeletedCustomer, InvoiceLine, SessionLine, StripeObjects } from './objects.ts'

/** Maximum number of stored records per kind. The oldest are deleted first. */
const limits: Partial<Record<Table, number>> = {
  event: 10_000,
  'sandbox.delivery': 10_000,
  'sandbox.answer': 5_000,
  'billing_portal.session': 1_000,
}

const fields = [
  'customer',
  'subscription',
  'invoice',
  'payment_intent',
  'charge',
  'product',
  'lookup_key',
  'event',
  'session',
]

/** Returns the value of an indexed field. Two kinds of records have theirs in a nested object. */
export function indexedFieldOf(record: StoredObject, field: string): unknown {
  if (record.object === 'invoice' && field === 'subscription') return record.parent.subscription_details.subscription
  if (record.object === 'invoice_payment' && field === 'payment_intent') return record.payment.payment_intent
  return record[field as keyof StoredObject]
}

export const isIndexed = (field: string) => fields.some((one) => one === field)

const indexKeysOf = (record: StoredObject): string[] =>
  fields.flatMap((field) => {
    const value = indexedFieldOf(record, field)
    return typeof value === 'string' ? [`${record.object} ${field} ${value}`] : []
  })

const keyOf = ({ object, id }: { object: string; id: string }) => `${object} ${id}`
const keyParts = (key: string) => key.split(' ') as [object: string, id: string]

export type Store = ReturnType<typeof openStore>

const sqliteBusy = 5
export const isInUse = (error: unknown) => (error as { errcode?: number }).errcode === sqliteBusy

/** Opens and locks the SQLite database. The lock ends with the process. */
function openDatabase(folder: string, lockTimeoutMs: number) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(join(folder, 'state.db'), { timeout: lockTimeoutMs })
  database.exec(`
    PRAGMA locking_mode = exclusive;
    PRAGMA journal_mode = wal;
    PRAGMA synchronous = full;
    CREATE TABLE IF NOT EXISTS record (object TEXT, id TEXT, body TEXT NOT NULL, PRIMARY KEY (object, id));
  `)
  return database
}

/** Opens the store: objects in memory, saved to SQLite by each commit. Throws if the folder is in use. */
export function openStore(folder: string, lockTimeoutMs = 0) {
  const database = openDatabase(folder, lockTimeoutMs)
  const read = database.prepare('SELECT body FROM record ORDER BY rowid')
  const write = database.prepare('INSERT INTO record VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET body = excluded.body')
  const erase = database.prepare('DELETE FROM record WHERE object = ? AND id = ?')
  const tables = new Map<string, Map<string, StoredObject>>()
  const index = new Map<string, Set<string>>()
  const indexKeys = new Map<string, string[]>()
  const changed = new Map<string, StoredObject>()
  const removed = new Set<string>()
  const followers: ((records: StoredObject[]) => void)[] = []

  function tableOf<Name extends Table>(name: Name): Map<string, Tables[Name]> {
    const table = tables.get(name) ?? new Map<string, StoredObject>()
    tables.set(name, table)
    return table as Map<string, Tables[Name]>
  }

  function unindex(key: string, id: string) {
    for (const entry of indexKeys.get(key) ?? []) index.get(entry)?.delete(id)
    indexKeys.delete(key)
  }

  function put(record: StoredObject) {
    const key = keyOf(record)
    ;(tableOf(record.object) as Map<string, StoredObject>).set(record.id, record)
    const entries = indexKeysOf(record)
    if (indexKeys.get(key)?.join() === entries.join()) return
    unindex(key, record.id)
    for (const entry of entries) index.set(entry, (index.get(entry) ?? new Set()).add(record.id))
    indexKeys.set(key, entries)
  }

  function drop(key: string) {
    const [object, id] = keyParts(key)
    unindex(key, id)
    tables.get(object)?.delete(id)
  }

  function load() {
    tables.clear()
    index.clear()
    indexKeys.clear()
    changed.clear()
    removed.clear()
    for (const { body } of read.iterate()) put(JSON.parse(String(body)) as StoredObject)
  }

  function* everything() {
    for (const table of tables.values()) yield* table.values()
  }

  const store = {
    find<Name extends Table>(name: Name, id: string): Tables[Name] | undefined {
      return tableOf(name).get(id)
    },
    all<Name extends Table>(name: Name): Iterable<Tables[Name]> {
      return tableOf(name).values()
    },
    by<Name extends Table>(name: Name, field: string, value: string): Tables[Name][] {
      const table = tableOf(name)
      return [...(index.get(`${name} ${field} ${value}`) ?? [])].flatMap((id) => table.get(id) ?? [])
    },
    save<Record extends StoredObject>(record: Record): Record {
      put(record)
      changed.set(keyOf(record), record)
      removed.delete(keyOf(record))
      const most = limits[record.object]
      const table = tableOf(record.object) as Map<string, StoredObject>
      const oldest = most !== undefined && table.size > most ? table.values().next().value : undefined
      if (oldest) store.remove(oldest)
      return record
    },
    remove(record: StoredObject) {
      const key = keyOf(record)
      drop(key)
      changed.delete(key)
      removed.add(key)
    },
    commit() {
      const records = [...changed.values()]
      if (records.length === 0 && removed.size === 0) return
      database.exec('BEGIN')
      for (const record of records) write.run(record.object, record.id, JSON.stringify(record))
      for (const key of removed) erase.run(...keyParts(key))
      database.exec('COMMIT')
      changed.clear()
      removed.clear()
      for (const follow of followers) follow(records)
    },
    rollBack() {
      if (database.isTransaction) database.exec('ROLLBACK')
      if (changed.size > 0 || removed.size > 0) load()
    },
    onCommit(follow: (records: StoredObject[]) => void) {
      followers.push(follow)
    },
    everything,
    close: () => database.close(),
  }

  load()
  return store
}

/** Stored response of an idempotency key. `answered_at` is real time, like the time of a retry. */
type StoredAnswer = {
  id: string
  object: 'sandbox.answer'
  request: string
  status: number
  body: string
  answered_at: number
}
/** Data of a checkout session that the API does not return. */
export type CheckoutOrder = {
  id: string
  object: 'sandbox.order'
  session: string
  lines: SessionLine[]
  /** Metadata of the future subscription. */
  metadata: Record<string, string>
}
type PendingLine = { id: string; object: 'sandbox.pending_line'; subscription: string; line: InvoiceLine }
/** Future answer of the bank to a refund. */
export type RefundOutcome = {
  id: string
  object: 'sandbox.settlement'
  refund: string
  at: number
  outcome: 'succeeded' | 'failed'
}
type EndpointSecret = { id: string; object: 'sandbox.endpoint_secret'; secret: string }
/** State of the clock. `offset`: seconds from real time to sandbox time. */
type ClockState = { id: 'clock'; object: 'sandbox.clock'; offset: number }
type FinalFailure = 'cancel' | 'unpaid' | 'past_due'
/** Result of a renewal with tax but without a location. Accounts from before 2024-11 get a draft. */
type UnknownLocation = 'no_tax' | 'draft'
export type AccountSettings = {
  id: 'switches'
  object: 'sandbox.switches'
  final_failure: FinalFailure
  unknown_location: UnknownLocation
  hold_deliveries: boolean
  /** URL prefixes, with `:id`, that the key may only read. Simulates a restricted key. */
  read_only: string[]
  /** Account setting: a card typed on an invoice's page replaces the customer's default. */
  hosted_payment_method_save: 'always' | 'never'
  /** True if the public details of the account contain the URL of its terms. */
  has_terms: boolean
}

/** Delivery of an event to an endpoint. `next_try_at` is null during an attempt and after the last. */
export type Delivery = {
  id: string
  object: 'sandbox.delivery'
  event: string
  endpoint: string
  type: string
  created: number
  status: 'pending' | 'held' | 'delivered' | 'failed'
  tries: { at: number; status: number | null; error: string | null }[]
  next_try_at: number | null
}

export type Tables = Omit<StripeObjects, 'customer' | 'item' | 'line_item' | 'plan' | 'subscription_item'> & {
  customer: StripeObjects['customer'] | DeletedCustomer
  'sandbox.answer': StoredAnswer
  'sandbox.delivery': Delivery
  'sandbox.order': CheckoutOrder
  'sandbox.pending_line': PendingLine
  'sandbox.settlement': RefundOutcome
  'sandbox.endpoint_secret': EndpointSecret
  'sandbox.clock': ClockState
  'sandbox.switches': AccountSettings
}
export type Table = keyof Tables
export type StoredObject = Tables[Table]
