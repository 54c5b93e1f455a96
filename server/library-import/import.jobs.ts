import { databaseUrl, db, Prisma } from '../database/db.ts'
import type { Jobs } from '../jobs.ts'
import { StartProblem } from '../settings/settings.ts'
import { finishImport, importQueue, removeRejections, removeExpiredImports } from './import-runs.ts'

const progressMs = 500
const rejectionsPerWrite = 100
const jobSeconds = 3_600

async function* readParts(import_id: string): AsyncGenerator<Buffer> {
  for (let number = 0; ; number++) {
    const part = await db.libraryImportPart.findUnique({ where: { import_id_number: { import_id, number } } })
    if (!part) return
    yield Buffer.from(part.bytes)
  }
}

function textOf(row: unknown): string {
  try {
    return (JSON.stringify(row) ?? 'null').replaceAll('\0', '')
  } catch {
    return 'null' // too deep nesting overflows the stack
  }
}

/** Stores rejected rows, over connections of its own: a dry run is rolled back on the import's connection. */
function createRejections(import_id: string) {
  let rows: { import_id: string; line: number; reason: string; row: string }[] = []
  let count = 0
  const flush = async () => {
    const data = rows
    rows = []
    if (data.length > 0) await db.libraryImportRejection.createMany({ data })
  }
  return {
    count: () => count,
    flush,
    async add({ line, reason, row }: { line: number; reason: string; row: unknown }) {
      count++
      rows.push({ import_id, line, reason: reason.replaceAll('\0', ''), row: textOf(row) })
      if (rows.length >= rejectionsPerWrite) await flush()
    },
  }
}

/** Resets the progress of an import that waits or was interrupted. Returns false for other states. */
async function resetImport(id: string): Promise<boolean> {
  const { count } = await db.libraryImport.updateMany({
    where: { id, state: { in: ['waiting', 'running'] } },
    data: {
      state: 'running',
      phase: 'rows',
      bytes_done: 0,
      rows_done: 0,
      rejected: 0,
      types: {},
      problem: null,
      updated_at: new Date(),
    },
  })
  if (count > 0) await removeRejections(Prisma.sql`${id}::uuid`)
  return count > 0
}

type Progress = { phase: string; rows: number; bytes: number }

/** Stores the progress periodically. Returns a function that stops it. */
function storeProgress(id: string, read: () => Progress & { rejected: number }): () => void {
  const timer = setInterval(() => {
    const { phase, rows, bytes, rejected } = read()
    const done = phase === 'rows' && { rows_done: rows, bytes_done: bytes }
    const data = { phase, updated_at: new Date(), rejected, ...done }
    void db.libraryImport.updateMany({ where: { id, state: 'running' }, data }).catch(() => {})
  }, progressMs)
  return () => clearInterval(timer)
}

/** Runs an import. After a crash the job starts it again, since a second import of a file changes nothing. */
async function runImport(id: string): Promise<void> {
  if (!(await resetImport(id))) return
  const { format, map, use_case, tier, dry_run, actor } = await db.libraryImport.findUniqueOrThrow({
    where: { id },
    include: { actor: { select: { language: true } } },
  })
  const [{ importLibrary }, { readCsv, readNdjson }, { createCsvConverter, parseMapping }] = await Promise.all([
    import('./import.ts'),
    import('./import-sources.ts'),
    import('./import-csv.ts'),
  ])
  const mapping = format === 'csv' ? parseMapping(map ?? '') : null
  const readRows = () => (mapping ? readCsv(readParts(id), Object.values(mapping)) : readNdjson(readParts(id)))
  const rejections = createRejections(id)
  let at: Progress = { phase: 'rows', rows: 0, bytes: 0 }
  const stopProgress = storeProgress(id, () => ({ ...at, rejected: rejections.count() }))
  try {
    const outcome = await importLibrary({
      url: databaseUrl,
      rows: readRows(),
      ...(mapping && {
        convert: createCsvConverter(mapping, { use_case: use_case ?? '', required_tier: tier ?? 0 }, readRows),
        partial: true,
      }),
      locale: actor?.language ?? 'en',
      dryRun: dry_run,
      reject: (rejected) => rejections.add(rejected),
      progress: (progress) => {
        at = progress
      },
    })
    stopProgress()
    await rejections.flush()
    const { read, rejected, types } = outcome
    const { bytes } = await db.libraryImport.findUniqueOrThrow({ where: { id }, select: { bytes: true } })
    await finishImport(id, { state: 'done', rows_done: read, bytes_done: bytes, rejected, types })
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error
    await finishImport(id, { state: 'failed', problem: error.message, rejected: rejections.count() })
  } finally {
    stopProgress()
  }
}

export async function workImportJobs(jobs: Jobs): Promise<void> {
  await jobs.startWorkers<{ id: string }>(importQueue, ({ data }) => runImport(data.id), {
    expireInSeconds: jobSeconds,
    retryLimit: 3,
  })
  await jobs.schedule('library_imports_swept', '17 * * * *', removeExpiredImports)
}
