import type { AuditKind, EditAction } from '#shared/admin/audit.ts'
import { locales } from '#shared/locale.ts'
import { db } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import { notFound } from '../problem.ts'
import { addAuditEntry, findCreatedId } from './audit.ts'
import { checkIfMatch, etagOf } from './entity-tag.ts'

type Transaction = Prisma.TransactionClient
type Id = string | number

export type Editable<Item extends object> = {
  kind: AuditKind
  lock: (transaction: Transaction, id: Id) => Promise<unknown> // FOR NO KEY UPDATE: concurrent changes wait
  read: (transaction: Transaction, id: Id) => Promise<Item | null> // API form: fields in fixed order, dates as text, no counts
  actionOf?: (before: Item, after: Item) => EditAction
}
export type Editor = { id: number; request_key?: string | undefined }
export type Actor = { id: number | null } // the command line has no id
export type WithEtag<Item> = { item: Item; etag: string }

const editedOf = <Item extends object>(item: Item): WithEtag<Item> => ({ item, etag: etagOf(item) })

export async function getWithEtag<Item extends object>({ read }: Editable<Item>, id: Id): Promise<WithEtag<Item>> {
  const item = await read(db, id)
  if (!item) throw notFound()
  return editedOf(item)
}

/** Adds an item. A repeated request returns the first item, or throws 404 if it is gone. */
export function createEditable<Item extends object>(
  { kind, read }: Editable<Item>,
  editor: Editor,
  add: (transaction: Transaction) => Promise<{ id: Id }>,
): Promise<WithEtag<Item>> {
  return db.$transaction(async (transaction) => {
    const created = await findCreatedId(transaction, editor, { kind, action: 'created' })
    const id = created ?? (await add(transaction)).id
    const after = await read(transaction, id)
    if (!after) throw notFound()
    const { id: actor_id, request_key } = editor
    if (created === null)
      await addAuditEntry(transaction, { actor_id, kind, action: 'created', target: id, request_key, after })
    return editedOf(after)
  })
}

export type EditableChange = { id: Id; if_match: string | undefined; editor: Actor; note?: string }

/** Changes an item. If it differs, adds an audit entry. Throws 404, 428, and 412 for an outdated `if_match`. */
export function changeEditable<Item extends object>(
  { kind, lock, read, actionOf }: Editable<Item>,
  { id, if_match, editor, note }: EditableChange,
  write: (transaction: Transaction, before: Item) => Promise<unknown>,
): Promise<WithEtag<Item>> {
  return db.$transaction(async (transaction) => {
    await lock(transaction, id)
    const before = await read(transaction, id)
    if (!before) throw notFound()
    checkIfMatch(if_match, before)
    await write(transaction, before)
    const after = await read(transaction, id)
    if (!after) throw notFound()
    const edited = editedOf(after)
    const action = actionOf?.(before, after) ?? 'changed'
    if (edited.etag !== etagOf(before))
      await addAuditEntry(transaction, { actor_id: editor.id, kind, action, target: id, note, before, after })
    return edited
  })
}

export function removeEditable<Item extends object>(
  { kind, lock, read }: Editable<Item>,
  { id, if_match, editor, note }: EditableChange,
  removeRow: (transaction: Transaction, before: Item) => Promise<unknown>,
): Promise<void> {
  return db.$transaction(async (transaction) => {
    await lock(transaction, id)
    const before = await read(transaction, id)
    if (!before) throw notFound()
    checkIfMatch(if_match, before)
    await removeRow(transaction, before)
    await addAuditEntry(transaction, { actor_id: editor.id, kind, action: 'removed', target: id, note, before })
  })
}

export type LocalizedTexts<Fields> = { en: Fields; es: Fields | null }

export const textRowsOf = <Fields extends object>(texts: LocalizedTexts<Fields>) =>
  locales.flatMap((locale) => (texts[locale] ? [{ locale, ...texts[locale] }] : []))
