import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { z } from 'zod'
import { sqlStateOf } from '../database/database-pool.ts'
import { StartProblem } from '../settings/settings.ts'

/** First bytes of a backup. Compressed records follow: a type letter, a length in 4 bytes, and the payload. */
export const archiveStart = Buffer.from('promptory backup\n')
/** Last bytes of a backup. A truncated file lacks these bytes, and is refused before a restore begins. */
const archiveEnd = Buffer.from('\nend of promptory backup\n')
const [headerType, tableType, dataType, tableEndType, endType] = [...Buffer.from('HTDEZ')] as [
  number,
  number,
  number,
  number,
  number,
]
const headBytes = 5
const dataBytes = 65_536
const maxRecordBytes = 2 ** 23
const emptyFrameBytes = 13

/** Name of a schema, table or column. No control characters, since a terminal prints the names. */
const Name = z.string().regex(/^\P{Cc}+$/u)
const Table = z.object({ schema: Name, name: Name, columns: z.array(Name) })
const Sequence = z.object({ schema: Name, name: Name, last_value: z.string().regex(/^-?\d+$/), is_called: z.boolean() })
const ArchiveHeader = z.object({
  format: z.literal([1, 2]),
  created_at: z.iso.datetime(),
  postgres: z.string().regex(/^\P{Cc}*$/u),
  migrations: z.array(Name),
  jobs_version: z.int().nullable().optional(),
  /** SQL script in archives of older releases. Only the version in the script is read. */
  jobs_script: z.string().nullable().optional(),
  tables: z.array(Table),
  sequences: z.array(Sequence),
})
const TableStart = z.object({ schema: Name, name: Name })

export type ArchiveTable = z.infer<typeof Table>
export type ArchiveSequence = z.infer<typeof Sequence>
export type ArchiveHeader = z.infer<typeof ArchiveHeader>
export type OpenTable = (table: ArchiveTable) => AsyncIterable<Buffer>

function* recordOf(type: number, payload: Buffer) {
  const head = Buffer.alloc(headBytes)
  head.writeUInt8(type)
  head.writeUInt32BE(payload.length, 1)
  yield head
  yield payload
}
const jsonRecord = (type: number, value: object) => recordOf(type, Buffer.from(JSON.stringify(value)))

async function* encode(header: ArchiveHeader, openTable: OpenTable) {
  yield* jsonRecord(headerType, header)
  for (const table of header.tables) {
    yield* jsonRecord(tableType, { schema: table.schema, name: table.name })
    for await (const chunk of openTable(table))
      for (let at = 0; at < chunk.length; at += dataBytes) yield* recordOf(dataType, chunk.subarray(at, at + dataBytes))
    yield* jsonRecord(tableEndType, {})
  }
  yield* jsonRecord(endType, {})
}

const compression = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } }

async function* appendEnd(chunks: AsyncIterable<Buffer>) {
  yield* chunks
  yield archiveEnd
}

/** Writes an archive into an existing file. The promise resolves when the data is on the disk. */
export async function writeArchive(path: string, header: ArchiveHeader, openTable: OpenTable): Promise<void> {
  const file = createWriteStream(path, { flags: 'r+', flush: true })
  file.write(archiveStart)
  const records = Readable.from(encode(header, openTable), { objectMode: false })
  await pipeline(records, createZstdCompress(compression), appendEnd, file)
}

const damageProblem = (file: string, why: string) => new StartProblem(`${file} is damaged or incomplete: ${why}.`)

type Record = { type: number; payload: Buffer }

async function* recordsIn(file: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Record, void> {
  let pending: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    pending = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk
    while (pending.length >= headBytes) {
      const end = headBytes + pending.readUInt32BE(1)
      if (end > maxRecordBytes) throw damageProblem(file, 'a record is too long')
      if (pending.length < end) break
      yield { type: pending.readUInt8(), payload: pending.subarray(headBytes, end) }
      pending = pending.subarray(end)
    }
  }
  if (pending.length > 0) throw damageProblem(file, 'it ends too early')
}

async function findEnd(file: string): Promise<number> {
  const handle = await open(file)
  try {
    const at = (await handle.stat()).size - archiveEnd.length
    const { buffer } = await handle.read(Buffer.alloc(archiveEnd.length), 0, archiveEnd.length, Math.max(at, 0))
    if (at <= archiveStart.length || !buffer.equals(archiveEnd)) throw damageProblem(file, 'its end is missing')
    return at - 1
  } finally {
    await handle.close()
  }
}

async function* openRecords(file: string) {
  const unpacked = createZstdDecompress()
  const range = { start: archiveStart.length, end: await findEnd(file) }
  const reading = pipeline(createReadStream(file, range), unpacked)
  reading.catch(() => {})
  try {
    yield* recordsIn(file, unpacked)
    // zstd decompresses the first frame only: refuses any data after the first frame.
    if (range.end + 1 - range.start - unpacked.bytesWritten > emptyFrameBytes)
      throw damageProblem(file, 'there is data after its end')
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    throw code.startsWith('ZSTD_') || code.startsWith('Z_') ? damageProblem(file, message) : error
  }
}

export async function drain(items: AsyncIterable<unknown>): Promise<void> {
  const iterator = items[Symbol.asyncIterator]()
  while (!(await iterator.next()).done);
}

type ArchiveReader = {
  header: (header: ArchiveHeader) => Promise<void>
  /** Receives the rows of a table. Must read all of `data`. */
  table: (table: ArchiveTable, data: AsyncIterable<Buffer>) => Promise<void>
}

/** Iterates a generator without closing it when the reader stops early. The rest can be read later. */
const withoutReturn = <Item>(items: AsyncGenerator<Item>): AsyncIterable<Item> => ({
  [Symbol.asyncIterator]: () => ({ next: () => items.next() }),
})

export async function readArchive(file: string, reader: ArchiveReader): Promise<ArchiveHeader> {
  const records = openRecords(file)
  const next = async (type: number) => {
    const { value } = await records.next()
    if (!value) throw damageProblem(file, 'it ends too early')
    if (value.type !== type) throw damageProblem(file, 'its records are out of order')
    return value.payload
  }
  const parse = <Value>(schema: z.ZodType<Value>, payload: Buffer): Value => {
    try {
      return schema.parse(JSON.parse(payload.toString()))
    } catch {
      throw damageProblem(file, 'a record cannot be read')
    }
  }
  async function* readData() {
    for (;;) {
      const { value } = await records.next()
      if (!value) throw damageProblem(file, 'it ends too early')
      if (value.type === tableEndType) return
      if (value.type !== dataType) throw damageProblem(file, 'its records are out of order')
      yield value.payload
    }
  }
  try {
    const header = parse(ArchiveHeader, await next(headerType))
    await reader.header(header)
    for (const table of header.tables) {
      const { schema, name } = parse(TableStart, await next(tableType))
      if (schema !== table.schema || name !== table.name) throw damageProblem(file, 'its records are out of order')
      await reader.table(table, withoutReturn(readData())).catch(async (error: unknown) => {
        // The database refused a row. Reads the rest, so that zstd reports a damaged file as damaged.
        if (/^(2[23]|42601)/.test(sqlStateOf(error) ?? '')) await drain(withoutReturn(records))
        throw error
      })
    }
    await next(endType)
    // Reads past the last record, since zstd checks its checksum there.
    if (!(await records.next()).done) throw damageProblem(file, 'there is data after its end')
    return header
  } finally {
    await records.return()
  }
}
