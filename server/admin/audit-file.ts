import type { CsvSeparator } from '#shared/admin/csv.ts'
import type { AuditFilters } from '#shared/admin/audit.ts'
import { Prisma } from '../database/db.ts'
import { csvFile, readInBatches } from '../sql/csv-file.ts'
import { isoTimestamp, jsonRows } from '../sql/json-rows.ts'
import { auditCondition } from './audit.ts'

const columns = [
  'id',
  'at',
  'actor',
  'actor_id',
  'source',
  'kind',
  'action',
  'target',
  'note',
  'before',
  'after',
] as const

/** Number of entries per query. An entry with long texts may be as large as 200 KB. */
const batchRows = 25

type Row = { id: number; at: string } & Record<(typeof columns)[number], unknown>

async function* ndjsonFile(batches: AsyncIterable<Row[]>): AsyncGenerator<string> {
  for await (const rows of batches) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

type AuditFormat = { format: 'csv' | 'ndjson'; separator: CsvSeparator }

export async function* auditFile(filters: AuditFilters, { format, separator }: AuditFormat): AsyncGenerator<string> {
  const isListed = await auditCondition(filters)
  const batches = readInBatches<Row>(
    (after) =>
      jsonRows<Row>(Prisma.sql`
      SELECT json_build_object('id', entry.id, 'at', ${isoTimestamp('entry.at')}, 'actor', coalesce(actor_name, username),
               'actor_id', actor_id, 'source', source, 'kind', kind,
               'action', action, 'target', target, 'note', note, 'before', before, 'after', after) AS answer
        FROM (SELECT * FROM audit_entry WHERE ${isListed} AND ${after ? Prisma.sql`(at, id) < (${after.at}::timestamptz, ${after.id}::bigint)` : Prisma.sql`true`} ORDER BY at DESC, id DESC LIMIT ${batchRows}) AS entry
        LEFT JOIN "user" ON "user".id = actor_id AND erased_at IS NULL
       ORDER BY entry.at DESC, entry.id DESC`),
    batchRows,
  )
  yield* format === 'csv' ? csvFile(columns, batches, separator) : ndjsonFile(batches)
}
