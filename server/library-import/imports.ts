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
/** A server that works on an import says so each second. */
const silentMinutes = 10

const answer = Prisma.sql`json_build_object('id', id, 'file_name', file_name, 'format', format, 'bytes', bytes, 'dry_run', dry_run,
  'state', CASE WHEN state = 'uploading' THEN 'failed' ELSE state::text END, 'phase', phase, 'bytes_done', bytes_done, 'rows_done', rows_done,
  'rejected', rejected, 'problem', problem, 'created_at', ${isoTimestamp('created_at')},
  'finished_at', ${isoTimestamp('finished_at')}, 'expires_at', ${isoTimestamp('expires_at')},
  'types', (SELECT coalesce(json_agg(jsonb_build_object('type', key) || value), '[]') FROM jsonb_each(types)),
  'first_rejected', (SELECT coalesce(json_agg(json_build_object('line', line, 'reason', reason) ORDER BY line), '[]') FROM (
     SELECT line, reason FROM library_import_rejection WHERE import_id = library_import.id ORDER BY id LIMIT ${maxShownRejections}) AS first))`

/** The latest first. */
export async function listImports(): Promise<{ results: ImportRun[] }> {
  const results = await jsonRows<ImportRun>(Prisma.sql`
    SELECT ${answer} AS answer FROM library_import WHERE state <> 'uploading' ORDER BY id DESC LIMIT 20`)
  return { results }
}

/** Throws 404. */
export async function getImport(id: string): Promise<ImportRun> {
  const [found] = await jsonRows<ImportRun>(Prisma.sql`
    SELECT ${answer} AS answer FROM library_import WHERE id = ${id}::uuid AND state <> 'uploading'`)
  if (!found) throw notFound()
  return found
}

/** One whose server is gone, and whose job is not tried again, stands in nobody's way. */
const giveUpSilent = () => db.$executeRaw`
  UPDATE library_import SET state = 'failed', finished_at = now(), problem = 'The server that worked on it is gone: try it again.'
   WHERE state IN ('waiting', 'running') AND updated_at < now() - make_interval(mins => ${silentMinutes}::int)`

const running = () => new HttpProblem(409, 'edited_library.import_running', { code: 'import_running' })
const whileNoneRuns = async <Result>(callback: () => Promise<Result>): Promise<Result> => {
  try {
    return await callback()
  } catch (error) {
    if (isUniqueViolation(error)) throw running()
    throw error
  }
}

async function refuseWhileRunning() {
  await giveUpSilent()
  if ((await db.libraryImport.count({ where: { state: { in: ['waiting', 'running'] } } })) > 0) throw running()
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

/** In parts of one size, however it came; throws 413 as soon as it is too much. */
async function* inParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer<ArrayBuffer>> {
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
  for await (const part of inParts(chunks)) {
    const problem = number === 0 ? findHeadProblem(part.subarray(0, 2 ** 16)) : null
    if (problem) throw new FieldProblem('file', headProblems[problem])
    bytes += part.length
    await db.libraryImportPart.create({ data: { import_id, number: number++, bytes: part }, select: { number: true } })
  }
  if (bytes === 0) throw new FieldProblem('file', 'edited_library.import_empty')
  return bytes
}

type Starting = { jobs: Jobs; editor: Editor }

/** Keeps the file's bytes and lets a server work on them. Throws 400, 409 and 413. */
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
    await whileNoneRuns(() =>
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

/** What was tried is done for good, with the file that was kept; what was begun before goes on. Throws 404 and 409. */
export async function runImport({ jobs, editor }: Starting, id: string): Promise<ImportRun> {
  await giveUpSilent()
  await whileNoneRuns(() =>
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

/** As the command line writes them, in the order of the file. Throws 404. */
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

/** One for the whole file, not one for each item. */
export const addImportEntry = (
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
    await addImportEntry(transaction, { actor_id, target: id, file_name, bytes, rows, rejected, types })
  })
}

const isOver = Prisma.sql`expires_at < now() AND state <> 'running'`

/** A file may have millions of lines that were rejected. */
export const removeRejections = (imports: Prisma.Sql) =>
  inBatches(
    (rows) => db.$executeRaw`
      DELETE FROM library_import_rejection WHERE id = ANY (ARRAY(
        SELECT id FROM library_import_rejection WHERE import_id IN (${imports}) LIMIT ${rows}))`,
  )

export async function sweepImports(): Promise<void> {
  await removeRejections(Prisma.sql`SELECT id FROM library_import WHERE ${isOver}`)
  await db.$executeRaw`DELETE FROM library_import WHERE ${isOver}`
}
