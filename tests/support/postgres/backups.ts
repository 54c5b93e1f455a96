import { readFileSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { readArchive, writeArchive } from '../../../server/backup/archive.ts'
import type { ArchiveHeader } from '../../../server/backup/archive.ts'
import { listTables } from '../../../server/backup/catalog.ts'
import { isTableBackedUp } from '../../../server/backup/jobs-schema.ts'
import { closeDatabase, db, openDatabase } from '../../../server/database/db.ts'
import { createJobs } from '../../../server/jobs.ts'
import { addStarterContent } from '../../../server/start/starter-content.ts'
import { queueUserMail } from '../../../server/users/users.jobs.ts'
import { withClient } from './database.ts'

export async function fillSite(url: string): Promise<void> {
  await openDatabase(url, 2)
  await addStarterContent('Promptory')
  const names = ['Tab\there', 'Back\\slash \\N', 'Zeile\nzwei', 'ñ 漢字 🎼', '']
  for (const [index, first_name] of names.entries())
    await db.user.create({
      data: { username: `copied-${index}`, email: `copied-${index}@example.test`, first_name },
      select: { id: true },
    })
  const jobs = createJobs(url, { runsSchedules: false })
  await jobs.start({ debug: () => {}, error: () => {} })
  await jobs.declare('user_mail')
  const { id: user_id } = await db.user.findFirstOrThrow({ select: { id: true } })
  await db.$transaction((transaction) => queueUserMail(jobs, transaction, { kind: 'welcome', user_id }))
  await jobs.stop()
  await closeDatabase()
}

const shapes = {
  columns: `SELECT table_schema, table_name, column_name, data_type, column_default, is_nullable, is_identity
              FROM information_schema.columns WHERE table_schema IN ('public', 'pgboss') ORDER BY 1, 2, 3`,
  constraints: `SELECT conrelid::regclass::text AS name, conname, convalidated, pg_get_constraintdef(oid) AS text FROM pg_constraint
                 WHERE connamespace::regnamespace::text IN ('public', 'pgboss') ORDER BY 1, 2`,
  indexes: `SELECT indexdef FROM pg_indexes WHERE schemaname IN ('public', 'pgboss') ORDER BY 1`,
  triggers: `SELECT tgrelid::regclass::text AS name, tgname, tgenabled, translate(pg_get_triggerdef(oid), '()', '') AS text FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2`,
  functions: `SELECT pg_get_functiondef(p.oid) AS text FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace
               WHERE nspname IN ('public', 'pgboss') AND prokind = 'f' AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e') ORDER BY 1`,
  views: `SELECT viewname, definition FROM pg_views WHERE schemaname = 'public' ORDER BY 1`,
  unlogged: `SELECT oid::regclass::text FROM pg_class WHERE relpersistence = 'u' AND relkind IN ('r', 'S') ORDER BY 1`,
  sequences: `SELECT schemaname, sequencename, last_value FROM pg_sequences ORDER BY 1, 2`,
}

export function readEverything(url: string) {
  return withClient(url, async (client) => {
    const tables: Record<string, string> = {}
    for (const { schema, name } of (await listTables(client)).filter(isTableBackedUp)) {
      const { rows } = await client.query(
        `SELECT count(*) || ' ' || coalesce(md5(string_agg(row.text, ' ' ORDER BY row.text)), '') AS digest
           FROM (SELECT (${client.escapeIdentifier(name)}.*)::text AS text FROM ${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}) AS row`,
      )
      tables[`${schema}.${name}`] = rows[0].digest
    }
    const shape: Record<string, object[]> = {}
    for (const [what, statement] of Object.entries(shapes)) shape[what] = (await client.query(statement)).rows
    return { tables, shape }
  })
}

const archiveEnd = '\nend of promptory backup\n'

/** Edits JSON parts by type and restores the checksums, as an attacker with write access could. */
export function rewriteArchive(file: string, target: string, edit: (type: string, json: object) => object): void {
  const bytes = readFileSync(file)
  const start = bytes.indexOf('\n') + 1
  const records = zstdDecompressSync(bytes.subarray(start, bytes.length - archiveEnd.length))
  const written: Buffer[] = []
  for (let at = 0; at < records.length;) {
    const end = at + 5 + records.readUInt32BE(at + 1)
    const type = String.fromCharCode(records.readUInt8(at))
    const payload = records.subarray(at + 5, end)
    const changed = type === 'D' ? payload : Buffer.from(JSON.stringify(edit(type, JSON.parse(payload.toString()))))
    const head = Buffer.from(records.subarray(at, at + 5))
    head.writeUInt32BE(changed.length, 1)
    written.push(head, changed)
    at = end
  }
  const packed = zstdCompressSync(Buffer.concat(written))
  writeFileSync(target, Buffer.concat([bytes.subarray(0, start), packed, Buffer.from(archiveEnd)]))
}

export async function remakeArchive(
  file: string,
  target: string,
  change: (header: ArchiveHeader, rows: Map<string, string>) => void,
): Promise<void> {
  const rows = new Map<string, string>()
  const header = await readArchive(file, {
    header: async () => {},
    table: async ({ name }, data) => {
      rows.set(name, Buffer.concat(await Readable.from(data).toArray()).toString())
    },
  })
  change(header, rows)
  writeFileSync(target, '')
  await writeArchive(target, header, ({ name }) => Readable.from([Buffer.from(rows.get(name) ?? '')]))
}
