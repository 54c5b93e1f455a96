import type { Client } from 'pg'

type Column = { table: string; column: string; type: string; labels: string[] | null; refers: string | null }

const columnsOf = `
  SELECT cls.relname AS table, attname AS column, typname AS type,
         (SELECT array_agg(enumlabel::text ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = typ.oid) AS labels,
         (SELECT target.relname || '.' || (SELECT attname FROM pg_attribute WHERE attrelid = confrelid AND attnum = confkey[1])
            FROM pg_constraint JOIN pg_class AS target ON target.oid = confrelid
           WHERE contype = 'f' AND conrelid = cls.oid AND conkey = ARRAY[attnum] LIMIT 1) AS refers
    FROM pg_class AS cls JOIN pg_attribute ON attrelid = cls.oid JOIN pg_type AS typ ON typ.oid = atttypid
   WHERE relkind = 'r' AND relpersistence = 'p' AND relnamespace = 'public'::regnamespace AND attnum > 0
     AND NOT attisdropped AND attgenerated = '' AND relname NOT LIKE '\\_prisma%'
   ORDER BY 1, attnum`

const particular: Record<string, (row: number) => unknown> = {
  'user.is_team': () => false,
  'user.avatar_color': () => '#4c2fa2',
  'media.hash': (row) => String(row).repeat(64),
  'plan.monthly_price': () => 999,
  'plan.monthly_old_price': () => 1_999,
  'plan.yearly_price': () => 9_999,
  'plan.yearly_old_price': () => 19_999,
  'report.comment_id': () => null,
  'pending_edit.comment_id': () => null,
  'comment.parent_id': () => null,
  'comment.branch_id': () => null,
  'thread_vote.value': () => 1,
  'comment_vote.value': () => 1,
}

const at = (row: number) => `2026-11-0${row}T10:00:00.000Z`

function valueOf({ table, column, type, labels, refers }: Column, row: number): unknown {
  const makeValue = particular[`${table}.${column}`] ?? (refers ? particular[refers] : undefined)
  if (makeValue) return makeValue(row)
  if (labels) return labels[row % labels.length]
  if (column === 'currency') return 'USD'
  const values: Record<string, unknown> = {
    bool: true,
    bytea: Buffer.from(`bytes ${row}`),
    date: '2026-11-01',
    float8: row,
    jsonb: '{}',
    timestamptz: at(row),
    tsvector: `'word${row}'`,
    uuid: `00000000-0000-7000-8000-00000000000${row}`,
  }
  if (type.startsWith('_')) return `{${row}}`
  if (type.startsWith('int')) return row
  return values[type] ?? (refers ? `${refers} ${row}` : `${table}.${column} ${row}`)
}

type Filling = { numbers?: number[]; only?: ReadonlySet<string> }

/** Inserts rows into every table, or those named, without triggers. Returns the tables with columns. */
export async function fill(client: Client, { numbers = [1, 2], only }: Filling = {}): Promise<Map<string, string[]>> {
  const columns = (await client.query<Column>(columnsOf)).rows.filter(({ table }) => only?.has(table) ?? true)
  const tables = Map.groupBy(columns, ({ table }) => table)
  await client.query(`SET session_replication_role = replica`)
  for (const [table, all] of tables)
    for (const row of numbers) {
      const places = all.map((_, index) => `$${index + 1}`).join(', ')
      const names = all.map(({ column }) => `"${column}"`).join(', ')
      await client.query(
        `INSERT INTO "${table}" (${names}) VALUES (${places})`,
        all.map((one) => valueOf(one, row)),
      )
    }
  await client.query(`SET session_replication_role = origin`)
  const { rows: serials } = await client.query<{ table: string; column: string; sequence: string }>(
    `SELECT table_name AS table, column_name AS column, pg_get_serial_sequence(quote_ident(table_name), column_name) AS sequence
       FROM information_schema.columns WHERE table_schema = 'public' AND column_default LIKE 'nextval%'`,
  )
  for (const { table, column, sequence } of serials)
    await client.query(`SELECT setval($1, (SELECT coalesce(max("${column}"), 1) FROM "${table}"))`, [sequence])
  return new Map([...tables].map(([table, all]) => [table, all.map(({ column }) => column)]))
}
