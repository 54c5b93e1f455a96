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

export const indexedFields = new Set([
  'customer',
  'subscription',
  'invoice',
  'payment',
  'payment_intent',
  'charge',
  'product',
  'lookup_key',
  'event',
  'session',
])

/** Returns the value of an indexed field. Two kinds of records have theirs in a nested object. */
export function indexedFieldOf(record: StoredObject, field: string): unknown {
  if (record.object === 'invoice' && field === 'subscription') return record.parent.subscription_details.subscription
  if (record.object === 'invoice_payment' && field === 'payment') return record.payment.payment_intent
  return record[field as keyof StoredObject]
}

const keyOf = ({ object, id }: StoredObject) => `${object} ${id}`
const keyParts = (key: string) => key.split(' ') as [object: string, id: string]

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

/** Objects in memory, saved to SQLite by each commit. The constructor throws if the folder is in use. */
export class Store {
  readonly #database: DatabaseSync
  readonly #tables = new Map<string, Map<string, StoredObject>>()
  /** Ids by field and value. May contain ids of records whose value has changed since. */
  readonly #index = new Map<string, Set<string>>()
  /** Records since the last commit. Null: removed. */
  readonly #changed = new Map<string, StoredObject | null>()
  onCommit: (saved: StoredObject[]) => void = () => {}

  constructor(folder: string, lockTimeoutMs = 0) {
    this.#database = openDatabase(folder, lockTimeoutMs)
    this.#load()
  }

  #table<Name extends Table>(name: Name): Map<string, Tables[Name]> {
    const table = this.#tables.get(name) ?? new Map<string, StoredObject>()
    this.#tables.set(name, table)
    return table as Map<string, Tables[Name]>
  }

  #put(record: StoredObject) {
    ;(this.#table(record.object) as Map<string, StoredObject>).set(record.id, record)
    for (const field of indexedFields) {
      const value = indexedFieldOf(record, field)
      if (typeof value !== 'string') continue
      const key = `${record.object} ${field} ${value}`
      this.#index.set(key, (this.#index.get(key) ?? new Set()).add(record.id))
    }
  }

  #load() {
    for (const map of [this.#tables, this.#index, this.#changed]) map.clear()
    for (const { body } of this.#database.prepare('SELECT body FROM record ORDER BY rowid').iterate())
      this.#put(JSON.parse(String(body)) as StoredObject)
  }

  find<Name extends Table>(name: Name, id: string | null | undefined): Tables[Name] | undefined {
    return this.#table(name).get(id ?? '')
  }

  all<Name extends Table>(name: Name): Tables[Name][] {
    return [...this.#table(name).values()]
  }

  by<Name extends Table>(name: Name, field: string, value: string): Tables[Name][] {
    const table = this.#table(name)
    const found = [...(this.#index.get(`${name} ${field} ${value}`) ?? [])].flatMap((id) => table.get(id) ?? [])
    return found.filter((record) => indexedFieldOf(record, field) === value)
  }

  save<Record extends StoredObject>(record: Record): Record {
    this.#put(record)
    this.#changed.set(keyOf(record), record)
    const most = limits[record.object]
    const table: Map<string, StoredObject> = this.#table(record.object)
    const oldest = most !== undefined && table.size > most ? table.values().next().value : undefined
    if (oldest) this.remove(oldest)
    return record
  }

  remove(record: StoredObject) {
    this.#table(record.object).delete(record.id)
    this.#changed.set(keyOf(record), null)
  }

  commit() {
    if (this.#changed.size === 0) return
    const write = this.#database.prepare(
      'INSERT INTO record VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET body = excluded.body',
    )
    const erase = this.#database.prepare('DELETE FROM record WHERE object = ? AND id = ?')
    this.#database.exec('BEGIN')
    for (const [key, record] of this.#changed)
      if (record) write.run(...keyParts(key), JSON.stringify(record))
      else erase.run(...keyParts(key))
    this.#database.exec('COMMIT')
    const saved = [...this.#changed.values()].filter((record) => record !== null)
    this.#changed.clear()
    this.onCommit(saved)
  }

  rollBack() {
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
    if (this.#changed.size > 0) this.#load()
  }

  everything = (): StoredObject[] => [...this.#tables.values()].flatMap((table) => [...table.values()])

  close() {
    this.#database.close()
  }
}

/** Records of the sandbox that are no objects of Stripe. Times are sandbox time, except `answered_at`. */
type Records = {
  /** Stored response of an idempotency key. */
  'sandbox.answer': { request: string; status: number; body: string; answered_at: number }
  /** Delivery of an event to an endpoint. `next_try_at` is null during an attempt and after the last. */
  'sandbox.delivery': {
    event: string
    endpoint: string
    type: string
    created: number
    status: 'pending' | 'held' | 'delivered' | 'failed'
    tries: { at: number; status: number | null; error: string | null }[]
    next_try_at: number | null
  }
  /** Data of a checkout session that the API does not return. `metadata` is that of the future subscription. */
  'sandbox.order': { session: string; lines: SessionLine[]; metadata: Record<string, string> }
  'sandbox.pending_line': { subscription: string; line: InvoiceLine }
  /** Future answer of the bank to a refund. */
  'sandbox.settlement': { refund: string; at: number; outcome: 'succeeded' | 'failed' }
  'sandbox.endpoint_secret': { secret: string }
  /** State of the clock. `offset`: seconds from real time to sandbox time. */
  'sandbox.clock': { offset: number }
  /** Settings that a real account has in its Dashboard. */
  'sandbox.switches': {
    final_failure: 'cancel' | 'unpaid' | 'past_due'
    /** Result of a renewal with tax but without a location. Accounts from before 2024-11 get a draft. */
    unknown_location: 'no_tax' | 'draft'
    hold_deliveries: boolean
    /** URL prefixes, with `:id`, that the key may only read. Simulates a restricted key. */
    read_only: string[]
    /** A card typed on an invoice's page replaces the customer's default. */
    hosted_payment_method_save: 'always' | 'never'
    /** True if the public details of the account contain the URL of its terms. */
    has_terms: boolean
  }
}

export type Tables = Omit<StripeObjects, 'customer' | 'item' | 'line_item' | 'plan' | 'subscription_item'> & {
  customer: StripeObjects['customer'] | DeletedCustomer
} & { [Name in keyof Records]: { id: string; object: Name } & Records[Name] }
export type Table = keyof Tables
export type StoredObject = Tables[Table]
export type Delivery = Tables['sandbox.delivery']
