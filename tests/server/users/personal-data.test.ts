import { expect, test } from 'vitest'
import { db } from '../../../server/database/db.ts'
import { eraseMarkedAccounts, markAccountErased } from '../../../server/users/erasure.ts'
import { exportAccount } from '../../../server/users/export.ts'
import { retryPostponedRemovals } from '../../../server/users/removal.ts'
import { openApp, sql } from '../../support/app.ts'
import { fill } from '../../support/browser/filling.ts'

await openApp()

const { rows: references } = await sql.query<{ table: string; column: string; parent: string }>(`
  SELECT child.relname AS table, attname AS column, parent.relname AS parent
    FROM pg_constraint JOIN pg_class AS child ON child.oid = conrelid JOIN pg_class AS parent ON parent.oid = confrelid
         JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
   WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1, 2`)

/** References that end the search: their rows belong to others or to the site. */
const ends = new Set(['thread', 'comment', 'library_import'])
/** Tables that refer to an account, by the catalogue. */
const personal = new Set(['user'])
for (const parent of personal)
  if (!ends.has(parent)) for (const one of references) if (one.parent === parent) personal.add(one.table)
personal.delete('library_import')
const ofOthers = ['plan', 'post', 'prompt', 'section', 'stripe_price', 'use_case']

/** Every account has a row with its number in each table; texts contain their column and the number: "session.device 1". */
await fill(sql, { only: new Set([...personal, ...ofOthers]) })
await sql.query(`
  UPDATE "user" SET role = 'user', erased_at = NULL, former_username = NULL, blocked_at = NULL, hides_content = false, held_at = NULL;
  UPDATE thread SET status = 'published', deleted_at = NULL, hidden_at = NULL;
  UPDATE comment SET status = 'published', deleted_at = NULL, hidden_at = NULL;
  UPDATE post SET status = 'published';
  UPDATE one_time_token SET used_at = NULL`)
type Column = { table: string; column: string; type: string }
const columns = (
  await sql.query<Column>(`
    SELECT table_name AS table, column_name AS column, data_type AS type FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type IN ('timestamp with time zone', 'text', 'uuid') ORDER BY 1, 2`)
).rows.filter(({ table }) => personal.has(table))
// A different time for each column.
for (const [at, { table, column, type }] of columns.entries())
  if (type.startsWith('timestamp'))
    await sql.query(
      `UPDATE "${table}" SET "${column}" = "${column}" + $1 * interval '1 s' WHERE "${column}" IS NOT NULL`,
      [at],
    )

/** Columns of this account whose value matches. */
async function columnsWith(number: number, holds: (value: string) => boolean) {
  const isOfAccount = new RegExp(` ${number}$|^2026-11-0${number}T|-00000000000${number}$`)
  const found: string[] = []
  for (const { table, column } of columns) {
    const { rows } = await sql.query<{ value: string | Date | null }>(`SELECT "${column}" AS value FROM "${table}"`)
    const values = rows.map(({ value }) => (value instanceof Date ? value.toISOString() : (value ?? '')))
    if (values.some((value) => isOfAccount.test(value) && holds(value))) found.push(`${table}.${column}`)
  }
  return found
}

const isKey = (name: string) => /\.(\w*_)?(id|key|hash)$/.test(name)

/** Stored columns that the export omits, with the reason. A new column is exported or listed here. */
const notExported = {
  'is made of what is exported': [
    'comment.body_html',
    'customer.stripe_email',
    'customer.stripe_language',
    'customer.stripe_name',
    'thread.description_html',
    'thread.excerpt',
    'thread.last_activity_at',
    'user.username_skeleton',
  ],
  "is another's, or a moderator's deed": [
    'invitation.email',
    'report.resolved_at',
    'thread.closed_at',
    'thread.moderated_at',
    'thread.pinned_at',
  ],
  'is for admins alone': ['payment.fraud_warning', 'user.block_reason'],
  'says how far the work for it is': [
    'checkout.url',
    'customer.claimed_until',
    'customer.deleted_at',
    'customer_reading.read_at',
    'notification.mailed_at',
    'payment.dispute_due_at',
    'payment.finalization_error',
    'payment.invoice_url',
    'payment.receipt_url',
    'payment.refund_refusal',
    'payment.tax_disabled_reason',
    'price_notice.created_at',
    'price_notice.effective_from',
    'refresh_token.expires_at',
    'refresh_token.rotated_at',
    'refund_order.created_at',
    'refund_order.failure',
    'subscription.announced_period_end',
    'subscription.tax_disabled_reason',
    'subscription_notice.created_at',
    'subscription_notice.kind',
    'subscription_notice.subject',
    'unknown_status.seen_at',
    'unknown_status.status',
    'user.texts_pending_at',
  ],
}

test('the export contains every stored value of a member, except the columns that this test lists', async () => {
  let text = ''
  for await (const part of await exportAccount({ id: 1, tier: 0, role: 'user' })) text += part
  const missing = await columnsWith(1, (value) => !text.includes(value))
  expect(missing.filter((name) => !isKey(name)).toSorted()).toEqual(Object.values(notExported).flat().toSorted())
})

/** Columns of payments that stay, without personal data. */
const accounts =
  /^(credit_refund|customer_reading|payment|price_notice|refund_order|subscription|subscription_notice|unknown_status)\./
const texts = [
  'comment.body',
  'comment.body_html',
  'thread.description',
  'thread.description_html',
  'thread.excerpt',
  'thread.title',
]

test.each<[string, number, () => Promise<unknown>]>([
  ['at once', 1, () => retryPostponedRemovals(async () => {})],
  [
    'in batches',
    2,
    () =>
      db.$transaction((transaction) => markAccountErased(transaction, 2)).then(() => eraseMarkedAccounts({ rows: 1 })),
  ],
])('an account erased %s leaves its texts and payments without a name', async (_how, number, erase) => {
  await sql.query(`
    UPDATE "user" SET removal_asked_at = NULL WHERE id = 2;
    UPDATE "user" SET texts_pending_at = NULL WHERE id = 1`)
  await erase()
  const left = await columnsWith(number, (value) => !value.startsWith('2026-11-'))
  expect(left.filter((name) => !isKey(name) && !accounts.test(name) && name !== 'thread.meta_slug')).toEqual(texts)
  for (const { table, column } of references.filter(({ parent }) => parent === 'user')) {
    const { rowCount } = await sql.query(`SELECT FROM "${table}" WHERE "${column}" = $1`, [number])
    expect([table, column, rowCount]).toEqual([table, column, 0])
  }
  const { rows } = await sql.query(`
    SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
     WHERE relkind = 'r' AND nspname IN ('public', 'pgboss')`)
  for (const { name } of rows) {
    const { rowCount } = await sql.query(
      `SELECT FROM ${name} AS stored WHERE stored::text ~ 'user\\.\\w+ ${number}\\M'`,
    )
    expect([name, rowCount]).toEqual([name, 0])
  }
  const card = 'SELECT card_brand, card_last4, card_exp_month, card_exp_year FROM customer WHERE id = $1'
  const none = { card_brand: null, card_last4: null, card_exp_month: null, card_exp_year: null }
  expect((await sql.query(card, [`customer.id ${number}`])).rows).toEqual([none])
})
