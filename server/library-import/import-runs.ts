import { importRetentionHours, maxImportBytes, maxShownRejections } from '#shared/admin/import.ts'
import type { ImportQuery, ImportRun } from '#shared/admin/import.ts'
import { lowerCaseSlug } from '#shared/slugs.ts'
import { inBatches } from '../database/batches.ts'
import { db, isUniqueViolation, Prisma } from '../database/db.ts'
import { addAuditEntry } from '../editing/audit.ts'
import type { NewAuditEntry } from '../editing/audit.ts'
import type { Editor } from '../editing/edit.ts'
import type { Jobs } from '../jobs.ts'
import { isoTimestamp, jsonRows } from '../sql/json-rows.ts'
import { FieldProblem, HttpProblem, notFound } from '../problem.ts'
import { findHeadProblem } from './import-lines.ts'

export const importQueue = 'library_import'
const partBytes = 256 * 1024
const abandonedAfterMinutes = 10 // running servers update the row each second

const answer = Prisma.sql`json_build_object('id', id, 'file_name', file_name, 'format', format, 'bytes', bytes, 'dry_run', dry_run,
  'state', CASE WHEN state = 'uploading' THEN 'failed' ELSE state::text END, 'phase', phase, 'bytes_done', bytes_done, 'rows_done', rows_done,
  'rejected', rejected, 'problem', problem, 'created_at', ${isoTimestamp('created_at')},
  'finished_at', ${isoTimestamp('finished_at')}, 'expires_at', ${isoTimestamp('expires_at')},
  'types', (SELECT coalesce(json_agg(jsonb_build_object('type', key) || value), '[]') FROM jsonb_each(types)),
  'first_rejected', (SELECT coalesce(json_agg(json_build_object('line', line, 'reason', reason) ORDER BY line), '[]') FROM (
     SELECT line, reason FROM library_import_rejection WHERE import_id = library_import.id ORDER BY id LIMIT ${maxShownRejections}) AS first))`

export async function listImports(): Promise<{ results: ImportRun[] }> {
  const results = await jsonRows<ImportRun>(Prisma.sql`
    SELECT ${answer} AS answer FROM library_import WHERE state <> 'uploading' ORDER BY id DESC LIMIT 20`)
  return { results }
}

export async function getImport(id: string): Promise<ImportRun> {
  const [found] = await jsonRows<ImportRun>(Prisma.sql`
    SELECT ${answer} AS answer FROM library_import WHERE id = ${id}::uuid AND state <> 'uploading'`)
  if (!found) throw notFound()
  return found
}

/** Fails imports whose server has ended and whose job is not retried. They would prevent other imports. */
const failAbandonedImports = () => db.$executeRaw`
  UPDATE library_import SET state = 'failed', finished_at = now(), problem = 'The server that worked on it is gone: try it again.'
   WHERE state IN ('waiting', 'running') AND updated_at < now() - make_interval(mins => ${abandonedAfterMinutes}::int)`

const runningProblem = () => new HttpProblem(409, 'edited_library.import_running', { code: 'import_running' })
const mapRunningConflict = async <Result>(callback: () => Promise<Result>): Promise<Result> => {
  try {
    return await callback()
  } catch (error) {
    if (isUniqueViolation(error)) throw runningProblem()
    throw error
  }
}

async function refuseWhileRunning() {
  await failAbandonedImports()
  if ((await db.libraryImport.count({ where: { state: { in: ['waiting', 'running'] } } })) > 0) throw runningProblem()
}

async function checkOptions({ format, map, use_case }: ImportQuery) {
  if (format !== 'csv') return
  const { parseMapping } = await import('./import-csv.ts')
  try {
    parseMapping(map ?? '')
  } catch {
    throw new FieldProblem('map', 'edited_library.import_map')
  }
  const found =
    use_case && (await db.useCase.findUnique({ where: { slug: lowerCaseSlug(use_case) }, select: { id: true } }))
  if (!found) throw new FieldProblem('use_case', 'edited_library.no_use_case')
}

/** Splits the stream into equal parts. Throws 413 if it is too large. */
async function* splitIntoParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer<ArrayBuffer>> {
  let pending: Buffer[] = []
  let [size, total] = [0, 0]
  const flush = () => {
    const part = Buffer.concat(pending)
    pending = []
    size = 0
    return part
  }
  for await (const chunk of chunks) {
    total += chunk.length
    if (total > maxImportBytes) throw new HttpProblem(413, 'edited_library.import_too_large')
    pending.push(chunk)
    size += chunk.length
    if (size >= partBytes) yield flush()
  }
  if (size > 0) yield flush()
}

const headProblems = { utf16: 'edited_library.import_utf16', line_ends: 'edited_library.import_line_ends' } as const

async function store(import_id: string, chunks: AsyncIterable<Buffer>): Promise<number> {
  let [number, bytes] = [0, 0]
  for await (const part of splitIntoParts(chunks)) {
    const problem = number === 0 ? findHeadProblem(part.subarray(0, 2 ** 16)) : null
    if (problem) throw new FieldProblem('file', headProblems[problem])
    bytes += part.length
    await db.libraryImportPart.create({ data: { import_id, number: number++, bytes: part }, select: { number: true } })
  }
  if (bytes === 0) throw new FieldProblem('file', 'edited_library.import_empty')
  return bytes
}

type Starting = { jobs: Jobs; editor: Editor }

/** Stores the file and queues its import. Throws 400, 409, 413. */
export async function startImport(
  { jobs, editor }: Starting,
  { dry_run, ...options }: ImportQuery,
  chunks: AsyncIterable<Buffer>,
): Promise<ImportRun> {
  await checkOptions(options)
  await refuseWhileRunning()
  const { file_name, format, map, use_case, tier } = options
  const expires_at = new Date(Date.now() + importRetentionHours * 3_600_000)
  const data = { actor_id: editor.id, file_name, format, map, use_case, tier, dry_run: dry_run === '1', expires_at }
  const { id } = await db.libraryImport.create({ data, select: { id: true } })
  try {
    const bytes = await store(id, chunks)
    await mapRunningConflict(() =>
      db.$transaction(async (transaction) => {
        await transaction.libraryImport.update({
          where: { id },
          data: { bytes, state: 'waiting', updated_at: new Date() },
        })
        await jobs.enqueue(transaction, importQueue, { id })
      }),
    )
  } catch (error) {
    await db.libraryImport.deleteMany({ where: { id } }).catch(() => {})
    throw error
  }
  return getImport(id)
}

/** Imports the stored file of a finished dry run. Throws 404, 409. */
export async function runAfterDryRun({ jobs, editor }: Starting, id: string): Promise<ImportRun> {
  await failAbandonedImports()
  await mapRunningConflict(() =>
    db.$transaction(async (transaction) => {
      const { count } = await transaction.libraryImport.updateMany({
        where: { id, dry_run: true, state: 'done', expires_at: { gt: new Date() } },
        data: { dry_run: false, state: 'waiting', actor_id: editor.id, finished_at: null, updated_at: new Date() },
      })
      if (count > 0) return jobs.enqueue(transaction, importQueue, { id })
      const found = await transaction.libraryImport.findUnique({ where: { id }, select: { dry_run: true } })
      if (!found) throw notFound()
      if (!found.dry_run) return
      throw new HttpProblem(409, 'edited_library.import_not_ready', { code: 'import_not_ready' })
    }),
  )
  return getImport(id)
}

/** Returns rejected rows as JSON lines in file order, in the form of the command line. Throws 404. */
export async function* readRejections(import_id: string): AsyncGenerator<string> {
  for (let after = 0n; ;) {
    const rows = await db.libraryImportRejection.findMany({
      where: { import_id, id: { gt: after } },
      orderBy: { id: 'asc' },
      take: 200,
    })
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    yield rows
      .map(({ line, reason, row }) => `{"line":${line},"reason":${JSON.stringify(reason)},"row":${row}}\n`)
      .join('')
  }
}

type Imported = { file_name: string | null; bytes: number; rows: number; rejected: number; types: unknown }

export const addImportAuditEntry = (
  transaction: Prisma.TransactionClient,
  { actor_id, target, ...after }: Imported & Pick<NewAuditEntry, 'actor_id' | 'target'>,
) => addAuditEntry(transaction, { actor_id, kind: 'library', action: 'imported', target, after })

export async function finishImport(id: string, data: Prisma.LibraryImportUpdateInput): Promise<void> {
  await db.$transaction(async (transaction) => {
    const done = await transaction.libraryImport.update({
      where: { id },
      data: { ...data, finished_at: new Date(), updated_at: new Date() },
      omit: { map: true, use_case: true, tier: true },
    })
    if (done.dry_run || done.state !== 'done') return
    await transaction.libraryImportPart.deleteMany({ where: { import_id: id } })
    const { actor_id, file_name, bytes, rows_done: rows, rejected, types } = done
    await addImportAuditEntry(transaction, { actor_id, target: id, file_name, bytes, rows, rejected, types })
  })
}

const isExpired = Prisma.sql`expires_at < now() AND state <> 'running'`

export const removeRejections = (imports: Prisma.Sql) =>
  inBatches(
    (rows) => db.$executeRaw`
      DELETE FROM library_import_rejection WHERE id = ANY (ARRAY(
        SELECT id FROM library_import_rejection WHERE import_id IN (${imports}) LIMIT ${rows}))`,
  )

export async function removeExpiredImports(): Promise<void> {
  await removeRejections(Prisma.sql`SELECT id FROM library_import WHERE ${isExpired}`)
  await db.$executeRaw`DELETE FROM library_import WHERE ${isExpired}`
}
