import type { CsvSeparator } from '#shared/admin/csv.ts'
import type { MemberFilters } from '#shared/admin/members.ts'
import { Prisma } from '../database/db.ts'
import { csvBatchRows, csvFile, readInBatches } from '../sql/csv-file.ts'
import { isoTimestamp, jsonRows } from '../sql/json-rows.ts'
import { memberCondition, memberStateSql } from './members.ts'

const columns = [
  'id',
  'username',
  'email',
  'first_name',
  'last_name',
  'language',
  'created_at',
  'email_confirmed_at',
  'role',
  'state',
  'tier',
  'tier_until',
] as const
type Row = { id: number } & Record<(typeof columns)[number], unknown>

/** SQL: highest tier that has not expired, and the time at which it ends. Null if it does not end. */
const tier = Prisma.sql`
  SELECT tier, CASE WHEN bool_and(expires_at IS NOT NULL) THEN max(expires_at) END AS tier_until
    FROM access WHERE user_id = member.id AND (expires_at IS NULL OR expires_at > now())
   GROUP BY tier ORDER BY tier DESC LIMIT 1`

export const membersCsv = (filters: MemberFilters, separator: CsvSeparator): AsyncGenerator<string> =>
  csvFile(
    columns,
    readInBatches<Row>((after) =>
      jsonRows<Row>(Prisma.sql`
        SELECT json_build_object('id', id, 'username', username, 'email', email, 'first_name', first_name,
                 'last_name', last_name, 'language', language, 'created_at', ${isoTimestamp('created_at')},
                 'email_confirmed_at', ${isoTimestamp('email_confirmed_at')}, 'role', role, 'state', ${memberStateSql},
                 'tier', coalesce(tier, 0), 'tier_until', ${isoTimestamp('tier_until')}) AS answer
          FROM (SELECT * FROM "user" WHERE NOT is_team AND ${memberCondition(filters)} AND ${after ? Prisma.sql`id < ${after.id}` : Prisma.sql`true`} ORDER BY id DESC LIMIT ${csvBatchRows}) AS member
          LEFT JOIN LATERAL (${tier}) AS lasting ON true ORDER BY id DESC`),
    ),
    separator,
  )
