import { openJournal } from './journal.ts'
import type { Stored, Table, Tables } from './tables.ts'

/** How many of a kind are kept; the oldest go first. */
const limits: Partial<Record<Table, number>> = {
  event: 10_000,
  'sandbox.delivery': 10_000,
  'sandbox.answer': 5_000,
  'billing_portal.session': 1_000,
}

const indexed = ['customer', 'subscription', 'invoice', 'payment_intent', 'charge', 'product', 'lookup_key'] as const
type Field = (typeof indexed)[number] | 'event' | 'code' | 'session'
const fields: Field[] = [...indexed, 'event', 'code', 'session']

type Loose = { [field in Field]?: unknown } & {
  parent?: { subscription_details?: { subscription?: unknown } } | null
  payment?: { payment_intent?: unknown }
}

function indexKeysOf(record: Stored): string[] {
  const loose = record as unknown as Loose
  const values: Loose = {
    ...loose,
    subscription: loose.subscription ?? loose.parent?.subscription_details?.subscription,
    payment_intent: loose.payment_intent ?? loose.payment?.payment_intent,
  }
  return fields.flatMap((field) =>
    typeof values[field] === 'string' ? [`${record.object} ${field} ${values[field]}`] : [],
  )
}

const keyOf = ({ object, id }: { object: string; id: string }) => `${object} ${id}`

export type Store = ReturnType<typeof openStore>

/**
 * All objects in memory, each change in a journal. Between two commits everything is one transaction:
 * it runs without waiting for anything, and `rollBack` returns to the last commit.
 */
export function openStore(folder: string) {
  const journal = openJournal(folder)
  const tables = new Map<string, Map<string, Stored>>()
  const index = new Map<string, Set<string>>()
  const indexKeys = new Map<string, string[]>()
  const changed = new Map<string, Stored>()
  const removed = new Set<string>()
  const followers: ((records: Stored[]) => void)[] = []

  function tableOf<Name extends Table>(name: Name): Map<string, Tables[Name]> {
    const table = tables.get(name) ?? new Map<string, Stored>()
    tables.set(name, table)
    return table as Map<string, Tables[Name]>
  }

  function unindex(key: string, id: string) {
    for (const entry of indexKeys.get(key) ?? []) index.get(entry)?.delete(id)
    indexKeys.delete(key)
  }

  function place(record: Stored) {
    const key = keyOf(record)
    ;(tableOf(record.object) as Map<string, Stored>).set(record.id, record)
    const entries = indexKeysOf(record)
    if (indexKeys.get(key)?.join() === entries.join()) return
    unindex(key, record.id)
    for (const entry of entries) index.set(entry, (index.get(entry) ?? new Set()).add(record.id))
    indexKeys.set(key, entries)
  }

  function drop(key: string) {
    const [object = '', id = ''] = key.split(' ')
    unindex(key, id)
    tables.get(object)?.delete(id)
  }

  function load() {
    tables.clear()
    index.clear()
    indexKeys.clear()
    changed.clear()
    removed.clear()
    for (const { set, remove } of journal.read()) {
      set.forEach(place)
      remove.forEach(drop)
    }
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
    by<Name extends Table>(name: Name, field: Field, value: string): Tables[Name][] {
      const table = tableOf(name)
      return [...(index.get(`${name} ${field} ${value}`) ?? [])].flatMap((id) => table.get(id) ?? [])
    },
    save<Record extends Stored>(record: Record): Record {
      place(record)
      changed.set(keyOf(record), record)
      removed.delete(keyOf(record))
      const most = limits[record.object]
      const table = tableOf(record.object) as Map<string, Stored>
      const oldest = most !== undefined && table.size > most ? table.values().next().value : undefined
      if (oldest) store.remove(oldest)
      return record
    },
    remove(record: Stored) {
      const key = keyOf(record)
      drop(key)
      changed.delete(key)
      removed.add(key)
    },
    /** Everything since the last commit is on the disk when this returns. */
    commit() {
      const records = [...changed.values()]
      if (records.length === 0 && removed.size === 0) return
      journal.append({ set: records, remove: [...removed] })
      changed.clear()
      removed.clear()
      if (journal.isLong()) journal.compact(everything())
      for (const follow of followers) follow(records)
    },
    rollBack() {
      if (changed.size > 0 || removed.size > 0) load()
    },
    onCommit(follow: (records: Stored[]) => void) {
      followers.push(follow)
    },
    everything,
    close: () => journal.close(),
  }

  load()
  journal.compact(everything())
  return store
}
