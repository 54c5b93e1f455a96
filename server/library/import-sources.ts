import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { parse } from 'csv-parse'
import type { CsvError } from 'csv-parse'

/** A row as it stands in the file, or why it could not be read; `bytes` counts what of the file has been read by then. */
export type SourceRow =
  | { line: number; bytes: number; row: unknown }
  | { line: number; bytes: number; row: unknown; reason: string }

/** A longer line is refused without being held in memory. */
const longestLine = 8 * 2 ** 20

function* readLine(line: number, bytes: number, parts: Buffer[], size: number): Generator<SourceRow> {
  if (size > longestLine) return yield { line, bytes, row: null, reason: 'longer than 8 MiB' }
  const whole = Buffer.concat(parts)
  // Some editors put a byte order mark before the first line.
  const text = whole.toString().replace(/^\uFEFF/, '')
  if (text.trim() === '') return
  if (!isUtf8(whole)) return yield { line, bytes, row: text, reason: 'not UTF-8' }
  try {
    yield { line, bytes, row: JSON.parse(text) }
  } catch (error) {
    yield { line, bytes, row: text, reason: `not JSON: ${(error as Error).message}` }
  }
}

/** Newline-delimited JSON. Only "\n" ends a line: JSON texts may hold the other separators of Unicode. */
export async function* readNdjson(file: string): AsyncGenerator<SourceRow> {
  let parts: Buffer[] = []
  let size = 0
  let line = 0
  let bytes = 0
  const hold = (part: Buffer) => {
    size += part.length
    if (size <= longestLine) parts.push(part)
    else parts = []
  }
  for await (const chunk of createReadStream(file, { highWaterMark: 2 ** 18 }) as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      hold(chunk.subarray(start, end))
      start = end + 1
      bytes += size + 1
      yield* readLine(++line, bytes, parts, size)
      parts = []
      size = 0
    }
    hold(chunk.subarray(start))
  }
  yield* readLine(line + 1, bytes + size, parts, size)
}

/** CSV with a header line, its values untouched: the records by column. */
export async function* readCsv(file: string): AsyncGenerator<SourceRow> {
  const skipped: SourceRow[] = []
  const parser = pipeline(
    createReadStream(file),
    parse({
      columns: true,
      bom: true,
      info: true,
      skip_records_with_error: true,
      on_skip: (error: CsvError | undefined, raw) => {
        skipped.push({
          line: Number(error?.lines ?? 0),
          bytes: 0,
          row: raw ?? null,
          reason: error?.message ?? 'not CSV',
        })
        return undefined
      },
    }),
    // What goes wrong ends the parser, whose reader hears of it.
    () => {},
  )
  for await (const { info, record } of parser as AsyncIterable<{
    info: { lines: number; bytes: number }
    record: Record<string, string>
  }>) {
    yield* skipped.splice(0)
    yield { line: info.lines, bytes: info.bytes, row: record }
  }
  yield* skipped.splice(0)
}
