import type { AuditFilters } from '#shared/audit.ts'
import { Prisma } from '../db.ts'
import { isoTimestamp, jsonRows } from '../library/sql.ts'
import { auditCondition } from './audit.ts'

const batchRows = 500
const columns = ['id', 'at', 'actor', 'kind', 'action', 'target', 'note', 'before', 'after'] as const

type Row = { id: number; at: string } & Record<(typeof columns)[number], unknown>

/** A spreadsheet takes a text that begins with one of these for a formula, and would run it. */
const beginsFormula = /^\s*[=+\-@\t\r|%]/

function cellOf(value: unknown): string {
  if (value === null || typeof value === 'number') return value === null ? '' : String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `"${(beginsFormula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}
const lineOf = {
  csv: (row: Row) => `${columns.map((column) => cellOf(row[column])).join(',')}\r\n`,
  ndjson: (row: Row) => `${JSON.stringify(row)}\n`,
}

/** The log as a file, the latest first, read as it is sent. */
export async function* auditFile(filters: AuditFilters, format: 'csv' | 'ndjson'): AsyncGenerator<string> {
  const isListed = await auditCondition(filters)
  // A byte order mark: without it Excel takes UTF-8 for something else.
  if (format === 'csv') yield `\uFEFF${columns.join(',')}\r\n`
  for (let after: { at: string; id: number } | null = null; ;) {
    const rows: Row[] = await jsonRows<Row>(Prisma.sql`
      SELECT json_build_object('id', entry.id, 'at', ${isoTimestamp('entry.at')}, 'actor', username, 'kind', kind,
               'action', action, 'target', target, 'note', note, 'before', before, 'after', after) AS answer
        FROM (SELECT * FROM audit_entry WHERE ${isListed(after)} ORDER BY at DESC, id DESC LIMIT ${batchRows}) AS entry
        LEFT JOIN "user" ON "user".id = actor_id
       ORDER BY entry.at DESC, entry.id DESC`)
    if (rows.length > 0) yield rows.map(lineOf[format]).join('')
    const last = rows.at(-1)
    if (!last || rows.length < batchRows) return
    after = { at: last.at, id: last.id }
  }
}
